"""What contracts say to mend their violations with, applied to texts in memory."""
