-- phaser:ignore-file migrations-go-back -- a seed
CREATE TABLE a ();
