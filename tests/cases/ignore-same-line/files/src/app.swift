let value = optional! // phaser:ignore no-force-unwrap
