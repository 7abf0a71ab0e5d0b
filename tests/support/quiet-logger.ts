/** A logger that keeps what it was told, for tests that look at it or only want silence. */
export class QuietLogger {
  readonly lines: { readonly level: 'info' | 'warn' | 'error'; readonly details: object; readonly message: string }[] =
    [];

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
