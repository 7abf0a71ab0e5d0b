/** What the gateway needs of the program's logger. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
