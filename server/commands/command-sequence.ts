import { Refusal } from '../core/domain/refusal.ts';
import { KeyReused } from './recorded-commands.ts';

/**
 * Commands whose order matters, and which are queued before those in front of them are settled. Once one of them could not
 * be decided, none of the following is: its sender repeats them all.
 */
export class CommandSequence {
  #isBroken = false;

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** To be called when a command has failed, before another one is decided. A refusal is a decision. */
  failed(error: unknown): void {
    if (!(error instanceof Refusal || error instanceof KeyReused)) this.#isBroken = true;
  }
}

/** The place of a command in a sequence. */
export interface SequencePart {
  readonly sequence: CommandSequence;
  /** The next command may be queued. */
  queued(): void;
}
