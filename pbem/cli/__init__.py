"""The command line: parses, prints, and maps errors to exit codes."""
