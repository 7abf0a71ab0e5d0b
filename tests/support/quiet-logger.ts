interface Line {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly details: object;
  readonly message: string;
}

/** A logger that records its lines and prints nothing. */
export class QuietLogger {
  readonly lines: Line[] = [];

  /** The warnings and errors. */
  get problems(): Line[] {
    return this.lines.filter(({ level }) => level === 'warn' || level === 'error');
  }

  debug(details: object, message: string): void {
    this.lines.push({ level: 'debug', details, message });
  }

  info(details: object, message: string): void {
    this.lines.push({ level: 'info', details, message });
  }

  warn(details: object, message: string): void {
    this.lines.push({ level: 'warn', details, message });
  }

  error(details: object, message: string): void {
    this.lines.push({ level: 'error', details, message });
  }
}
