-- phaser:ignore-file applied-migrations -- not yet
CREATE TABLE a (b INT);
