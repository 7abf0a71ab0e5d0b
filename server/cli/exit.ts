/** Exit codes of `npm run potluck`; 0 is success. */
export const exitCodes = {
  /** The command has found what it looks for: a difference, a damage. */
  found: 1,
  /** Unknown commands and options, invalid values, configuration and preconditions. */
  usage: 2,
  /** The log or the read models cannot be reached. */
  unreachable: 3,
} as const;

/** After Ctrl-C. */
export const stoppedEarly = 'Stopped before the end: repeat the command';

/** Ends the command with one line on standard error. The message says what to do. */
export class CommandFailed extends Error {
  readonly exitCode: (typeof exitCodes)[keyof typeof exitCodes];

  constructor(message: string, exitCode: CommandFailed['exitCode'] = exitCodes.usage, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}
