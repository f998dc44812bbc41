-- phaser:ignore-file applied-migrations -- an example
CREATE TABLE a (b INT);
