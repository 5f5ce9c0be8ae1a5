"""The guards a child puts on before it reads a byte of a submission."""
