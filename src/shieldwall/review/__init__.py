"""Fight reviews: chances over time, turning points, costly choices, luck."""
