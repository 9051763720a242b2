"""The web server: HTTP, WebSocket, access control."""
