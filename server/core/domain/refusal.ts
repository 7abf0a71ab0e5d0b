/** Why a decider refuses a command. `reason` chooses the HTTP status, `code` is stable, `message` is for people. */
export type RefusalReason = 'invalid' | 'forbidden' | 'not-found' | 'conflict';

export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly code: string;
  /** Path of what is at fault in the form that the command was made from, where it is one field. */
  readonly field: string | undefined;
  constructor(reason: RefusalReason, code: string, message: string, field?: string) {
    super(message);
    this.name = 'Refusal';
    this.reason = reason;
    this.code = code;
    this.field = field;
  }
}
