"""The source witness: what a submission's text says, read without running it."""
