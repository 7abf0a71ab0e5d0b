@rem npm runs the scripts of package.json by cmd.exe here, where exec is no word: this makes it one. Elsewhere it puts
@rem the program in the shell's place, so that a signal to npm reaches the program and not the shell alone.
@%*
