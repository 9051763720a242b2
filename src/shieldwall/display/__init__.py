"""What is shown of a fight, whoever shows it: choices in groups, ways, marks, walls."""
