"""The web server: HTTP, WebSocket, who may connect."""
