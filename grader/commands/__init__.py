"""One command a module, read only when it is asked for; each module holds a click command of its own name."""
