"""Actions, reactions and procedures that several books use."""
