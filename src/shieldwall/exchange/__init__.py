"""Everyone else's files: maps, creatures and fights of other programs, in and out.

Whatever is read here was written by a stranger: sizes and numbers are bounded, nothing in a file
names a place outside of it, and what could not be taken over is said in a report.
"""
