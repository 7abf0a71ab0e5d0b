/** The part of the program's logger that the gateway uses. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
