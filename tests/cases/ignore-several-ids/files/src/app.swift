let a = x! // phaser:ignore no-force-unwrap, no-single-letter-vars
