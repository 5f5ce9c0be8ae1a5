"""Points of students, and the teacher's own gradebook files that they go into."""
