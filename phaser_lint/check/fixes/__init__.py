"""What contracts say to fix their violations with, applied to texts in memory."""
