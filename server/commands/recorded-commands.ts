import type { RequestMark } from '../core/event-log.ts';

/** What identifies the request of a command. */
export interface RequestOfCommand extends RequestMark {
  /** Hash of what must not be recorded, such as a new password; compared within this process only. */
  readonly secrets?: string | undefined;
}

interface Identity<Request extends RequestMark> {
  readonly commandId: string;
  readonly request?: Request | undefined;
}

/** Identifies a command that is sent again. */
export type CommandIdentity = Identity<RequestOfCommand>;

/** The key was used for another request: another body, address or method. */
export class KeyReused extends Error {
  readonly code = 'IDEMPOTENCY_KEY_REUSED';
  constructor() {
    super('This Idempotency-Key was used for another request; send each change under a new key');
    this.name = 'KeyReused';
  }
}

/** Commands of one user with the same key are the same command. */
export const keyOf = ({ commandId, request }: Identity<RequestMark>): string => request?.key ?? commandId;

/** All commands recorded in a stream. */
export class RecordedCommands {
  /** Fingerprints by key, of commands recorded with their request. */
  readonly #fingerprints = new Map<string, string>();
  /** Ids of the other commands. */
  readonly #ids = new Set<string>();

  get size(): number {
    return this.#fingerprints.size + this.#ids.size;
  }

  add({ commandId, request }: Identity<RequestMark>): void {
    if (request) this.#fingerprints.set(request.key, request.fingerprint);
    else this.#ids.add(commandId);
  }

  /** Whether a command is new, was recorded, or uses the key of another recorded request. */
  compare({ commandId, request }: CommandIdentity): 'new' | 'repeated' | 'key reused' {
    const fingerprint = request && this.#fingerprints.get(request.key);
    if (fingerprint !== undefined) return fingerprint === request?.fingerprint ? 'repeated' : 'key reused';
    // Releases without request marks recorded only the id, which is derived from everything but the body.
    return this.#ids.size > 0 && this.#ids.has(commandId) ? 'repeated' : 'new';
  }
}
