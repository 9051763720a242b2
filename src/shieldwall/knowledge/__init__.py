"""What a side or a seat may know."""
