"""Line of sight and cover, exact on integers."""
