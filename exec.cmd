@rem On Windows, npm runs the scripts of package.json with cmd.exe, which has no exec: this file provides it. In other
@rem shells, exec replaces the shell with the program, so that a signal to npm reaches the program.
@%*
