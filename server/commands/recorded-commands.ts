import type { RequestMark } from '../core/event-log.ts';

/** The request that a command came with, as far as it says whether it is the same again. */
export interface RequestOfCommand extends RequestMark {
  /** Stands for what must not be recorded, such as a new password; compared within this process only. */
  readonly secrets?: string | undefined;
}

interface Identity<Request extends RequestMark> {
  readonly commandId: string;
  readonly request?: Request | undefined;
}

/** What says whether a command was carried out before. */
export type CommandIdentity = Identity<RequestOfCommand>;

/** The key was used for another request: another body, address or method. */
export class KeyReused extends Error {
  readonly code = 'IDEMPOTENCY_KEY_REUSED';
  constructor() {
    super('This Idempotency-Key was used for another request; send each change under a new key');
    this.name = 'KeyReused';
  }
}

/** Under one key, commands of one user are one command. */
export const keyOf = ({ commandId, request }: Identity<RequestMark>): string => request?.key ?? commandId;

/** The commands ever recorded in a stream. */
export class RecordedCommands {
  /** Of those that were recorded with their request, the fingerprint by its key. */
  readonly #fingerprints = new Map<string, string>();
  /** The ids of the others. */
  readonly #ids = new Set<string>();

  get size(): number {
    return this.#fingerprints.size + this.#ids.size;
  }

  add({ commandId, request }: Identity<RequestMark>): void {
    if (request) this.#fingerprints.set(request.key, request.fingerprint);
    else this.#ids.add(commandId);
  }

  /** How a command stands to those recorded: it is another one, it is one of them, or it only has the key of one. */
  compare({ commandId, request }: CommandIdentity): 'new' | 'repeated' | 'key reused' {
    const fingerprint = request && this.#fingerprints.get(request.key);
    if (fingerprint !== undefined) return fingerprint === request?.fingerprint ? 'repeated' : 'key reused';
    // A release without marks recorded the id only, which is made of all but the body.
    return this.#ids.size > 0 && this.#ids.has(commandId) ? 'repeated' : 'new';
  }
}
