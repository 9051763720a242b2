"""What a GM prepares in the page: files, the editor, uploads, chances and hand-outs."""
