import type { Revision } from '../../../server/core/contracts/shared.ts';
import { isLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';
import { type Sender, sendChanges } from './send-changes.ts';
import { includes, unconfirmedChanges, type Versioned } from './versioned.ts';

/** Identifies a document in the cache of a user, for example by a week. */
export type DocumentId = readonly [uid: string, ...string[]];

/** A feature's definition of the changes of its documents. */
export interface ChangeOptions<Document extends Versioned, Change, Id extends DocumentId> {
  /** The prefix of the query keys of the documents. */
  readonly queryKey: readonly string[];
  /** Applies a pending change to a document. Pure and idempotent. */
  apply(document: Document, change: Change): Document;
  /**
   * Resolves to the revision that includes the change, if the response says so.
   * @param key the idempotency key of the change
   * @throws ApiError
   */
  send(id: Id, change: Change, key: string): Promise<Revision | undefined>;
  /** Whether a change fails because another one was refused, for example the check of an item that was not added. */
  dependsOn?(change: Change, refused: Change): boolean;
  /** Stores the changes in this browser until the server has them. Default: they exist in this page only. */
  readonly storage?: ChangeStorage;
  /** Tells the user that a change was refused. It has been removed, with those that depend on it. */
  refused(id: Id, change: Change, failure: Failure): void;
}

export interface Failure {
  readonly error: unknown;
  /** The key of the refused change. */
  readonly key: string;
  /** Whether a form awaits the outcome, and shows the error itself. */
  readonly isAwaited: boolean;
}

/** Where changes are stored, so that they outlast the page. */
export interface ChangeStorage {
  add(pending: PendingChange): Promise<void>;
  /** Stores the response to a change. */
  answer(pending: PendingChange): Promise<void>;
  remove(document: readonly string[], changes: readonly PendingChange[]): Promise<void>;
  /** Runs `send` while no other tab sends changes of the document. */
  inTurn(document: readonly string[], send: () => Promise<void>): Promise<void>;
  /** Calls the listener for each document whose stored changes were read. */
  onRead(listener: (document: readonly string[]) => void): void;
}

/** Access to the confirmed documents in the cache. */
export interface Documents<Document, Id> {
  /** The copies of a document in the cache. */
  cached(id: Id): readonly Document[];
  /** Resolves even if the fetch fails. */
  fetchAgain(id: Id): Promise<void>;
}

/** The document is fetched if the push of a change does not arrive within this time after the response. */
export const pushTimeoutMs = 2_000;
/** The maximum number of fetches in a row. The first may join one that was under way before the change. */
const maxFetches = 3;

/**
 * The user's changes of documents, as optimistic updates. Those of one document are sent in sequence, and each stays pending
 * until the document includes it.
 */
export function documentChanges<Document extends Versioned, Change, Id extends DocumentId>(
  options: ChangeOptions<Document, Change, Id>,
  { cached, fetchAgain }: Documents<Document, Id>,
) {
  const documentOf = (id: Id): readonly string[] => [...options.queryKey, ...id];
  const idOf = ({ document }: PendingChange) => document.slice(options.queryKey.length) as readonly string[] as Id;
  /** The key of a document determines the type of its changes. */
  const changeOf = ({ change }: PendingChange) => change as Change;
  const typed = (pending: readonly PendingChange[]) => pending as readonly PendingChange<Change>[];
  const awaited = new Map<string, PromiseWithResolvers<void>>();
  const { storage } = options;

  const sender: Sender = {
    inTurn: (document, send) => (storage ? storage.inTurn(document, send) : send()),
    send: (pending) => options.send(idOf(pending), changeOf(pending), pending.key),
    async answered(pending) {
      awaited.get(pending.key)?.resolve();
      await storage?.answer(pending);
      confirm(pending).catch(reportError);
    },
    async refused(pending, error) {
      const { key, document } = pending;
      const change = changeOf(pending);
      const failed = failedWith(pending);
      remove(document, failed).catch(reportError);
      options.refused(idOf(pending), change, { error, key, isAwaited: awaited.has(key) });
      for (const each of failed) awaited.get(each.key)?.reject(error);
    },
  };

  /** A refused change and those that depend on it. */
  function failedWith(refused: PendingChange): PendingChange[] {
    const failed: PendingChange[] = [];
    for (const each of pendingChanges.of(refused.document)) {
      const dependsOn = (other: PendingChange) => options.dependsOn?.(changeOf(each), changeOf(other)) ?? false;
      if (each.key === refused.key || failed.some(dependsOn)) failed.push(each);
    }
    return failed;
  }

  async function remove(document: readonly string[], changes: readonly PendingChange[]): Promise<void> {
    if (changes.length === 0) return;
    pendingChanges.remove(document, ({ key }) => changes.some((each) => each.key === key));
    await storage?.remove(document, changes);
  }

  const isBehind = (id: Id, revision: Revision): boolean =>
    revision === null || cached(id).some((document) => !includes(document, revision));

  /** Resolves when the document includes a revision: after its push, or else after a fetch. Forms close then. */
  async function waitForRevision(id: Id, revision: Revision = null): Promise<void> {
    if (!isBehind(id, revision)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (!isBehind(id, revision)) resolve();
    });
    const timer = setTimeout(resolve, isLive() && revision !== null ? pushTimeoutMs : 0);
    await promise;
    clearTimeout(timer);
    unsubscribe();
    for (let fetches = 0; fetches < maxFetches && isBehind(id, revision); fetches++) {
      await fetchAgain(id);
      if (revision === null) return;
    }
  }

  /** After a response: removes the change once the document includes it. */
  async function confirm({ key, document }: PendingChange): Promise<void> {
    const answered = pendingChanges.of(document).find((each) => each.key === key);
    if (!answered?.response) return;
    const { revision } = answered.response;
    await waitForRevision(idOf(answered), revision);
    if (revision === null) await remove(document, [answered]);
    else await forgetIncluded(document);
  }

  async function forgetIncluded(document: readonly string[]): Promise<void> {
    const included = pendingChanges.of(document).filter((each) => {
      const revision = each.response?.revision ?? null;
      // The stored copy of a document that is not cached may not include the change.
      if (storage && cached(idOf(each)).length === 0) return false;
      return revision !== null && !isBehind(idOf(each), revision);
    });
    await remove(document, included);
  }

  storage?.onRead((document) => {
    const isOwn = options.queryKey.every((part, index) => part === document[index]);
    if (!isOwn) return;
    for (const each of pendingChanges.of(document)) if (each.response) confirm(each).catch(reportError);
    sendChanges(document, sender);
  });

  return {
    pendingOf: (id: Id): readonly PendingChange<Change>[] => typed(pendingChanges.of(documentOf(id))),
    waitForRevision,

    /** The document with the pending changes that it does not include, as the screen shows it. */
    applyPending: (document: Document, changes: readonly PendingChange<Change>[]): Document =>
      unconfirmedChanges(document, changes).reduce(options.apply, document),

    /** The pending changes of a document, oldest first. */
    usePending: (...id: Id): readonly PendingChange<Change>[] => typed(pendingChanges.use(documentOf(id))),

    /** Makes a change: shows it at once, and sends it. Returns its key. */
    change(id: Id, change: Change): string {
      const document = documentOf(id);
      forgetIncluded(document).catch(reportError);
      const pending = pendingChanges.add(document, id[0], change);
      Promise.resolve(storage?.add(pending))
        .then(() => sendChanges(document, sender))
        .catch(reportError);
      return pending.key;
    },

    /** Resolves when the server has saved a change that was just made. @throws ApiError if it refuses */
    saved(key: string): Promise<void> {
      const answer = Promise.withResolvers<void>();
      awaited.set(key, answer);
      return answer.promise.finally(() => awaited.delete(key));
    },
  };
}
