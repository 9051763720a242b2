"""Import and export: maps, creatures and fights of other programs.

All input is untrusted: sizes and numbers are bounded, no path in a file leads outside of it, and
everything that could not be imported is listed in a report.
"""
