"""`python -m shieldwall` is the command `shieldwall`."""

from shieldwall.cli.main import main

if __name__ == "__main__":
    main()
