/** Why a decider refuses a command. `reason` selects the HTTP status, `code` is stable, `message` is shown to users. */
export type RefusalReason = 'invalid' | 'forbidden' | 'not-found' | 'conflict';

export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly code: string;
  /** Path of the invalid field in the request, if the cause is one field. */
  readonly field: string | undefined;
  constructor(reason: RefusalReason, code: string, message: string, field?: string) {
    super(message);
    this.name = 'Refusal';
    this.reason = reason;
    this.code = code;
    this.field = field;
  }
}
