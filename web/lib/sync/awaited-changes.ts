import { ApiError } from '../api-client.ts';
import { documentName } from './document-keys.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';
import { type RefusedChange, refusedChanges } from './refused-changes.ts';

interface Awaited extends PromiseWithResolvers<void> {
  readonly document: string;
}

/** The changes for whose outcome a form waits, by their keys. */
export class AwaitedChanges {
  readonly #awaited = new Map<string, Awaited>();

  /** @param closed aborted when the form is closed */
  wait(document: readonly string[], key: string, closed: AbortSignal | undefined): Promise<void> {
    if (closed?.aborted) return Promise.resolve();
    const awaited = { ...Promise.withResolvers<void>(), document: documentName(document) };
    this.#awaited.set(key, awaited);
    closed?.addEventListener('abort', () => this.saved(key));
    return awaited.promise;
  }

  saved(key: string): void {
    this.#awaited.get(key)?.resolve();
    this.#awaited.delete(key);
  }

  /** Returns whether a form shows the error. */
  refused(key: string, error: unknown): boolean {
    const awaited = this.#awaited.get(key);
    awaited?.reject(error);
    return this.#awaited.delete(key);
  }

  /** Another tab may have sent them. @returns the refused ones that forms show */
  settle(document: readonly string[]): readonly RefusedChange[] {
    const waiting = pendingChanges.waitingOf(document);
    const refused = refusedChanges.of(document).filter(({ key }) => this.#awaited.has(key));
    for (const { key, refusal } of refused) this.refused(key, asError(refusal));
    for (const [key, awaited] of this.#awaited) {
      if (awaited.document === documentName(document) && !waiting.some((each: PendingChange) => each.key === key))
        this.saved(key);
    }
    return refused;
  }
}

const asError = ({ code, reason, field }: RefusedChange['refusal']): ApiError =>
  new ApiError({ statusCode: 409, code, message: reason, ...(field !== undefined && { field }) });
