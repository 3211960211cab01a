"""The games for two players."""
