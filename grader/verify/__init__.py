"""Check the exercises themselves: their solutions, starters, rules, tests, labelled answers and files."""
