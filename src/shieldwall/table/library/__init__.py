"""The GM's preparation in the page: files, editor, uploads, chances and hand-outs."""
