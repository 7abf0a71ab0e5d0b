import type { Revision } from '../../../server/core/contracts/shared.ts';
import { isLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import type { ChangeStorage, DocumentId, Documents } from './change-options.ts';
import type { documentKeys } from './document-keys.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';
import { includes, type Versioned } from './versioned.ts';

/** The document is fetched if the push of a change does not arrive within this time after the response. */
export const pushTimeoutMs = 2_000;
/** The maximum number of fetches in a row. The first may join one that was under way before the change. */
const maxFetches = 3;

/** Forgets the changes of a feature's documents once these include them, so that they are no longer applied on top. */
export function confirmChanges<Document extends Versioned, Id extends DocumentId>(
  { keyOf, idOf }: ReturnType<typeof documentKeys<Id>>,
  { cached, fetchAgain }: Documents<Document, Id>,
  storage: ChangeStorage | undefined,
) {
  async function forget(document: readonly string[], changes: readonly PendingChange[]): Promise<void> {
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

  async function forgetAfter(last: PendingChange): Promise<void> {
    await waitForRevision(idOf(last.document), last.response?.revision);
    await forgetIncluded(last.document);
  }

  /** They are forgotten after a fetch that began after their responses, maybe only after the next connect. */
  async function forgetUnversioned(document: readonly string[], changes: readonly PendingChange[]): Promise<void> {
    const isPending = () => changes.some((each) => pendingChanges.has(each));
    // The first fetch may join one that was under way before.
    for (let fetches = 0; fetches < 2 && isPending(); fetches++) await fetchAgain(idOf(document));
  }

  async function forgetIncluded(document: readonly string[]): Promise<void> {
    const copies = cached(idOf(document));
    // The stored copy of a document that is not cached may not include the changes.
    if (storage && copies.length === 0) return;
    const isIncluded = (revision: Revision) => revision !== null && copies.every((copy) => includes(copy, revision));
    const included = pendingChanges.of(document).filter(({ response }) => response && isIncluded(response.revision));
    await forget(document, included);
  }

  return {
    forget,
    forgetIncluded,
    waitForRevision,

    /** After responses: forgets the changes once the document includes them. */
    async confirm(document: readonly string[], sent: readonly PendingChange[]): Promise<void> {
      const answered = pendingChanges
        .of(document)
        .filter(({ key, response }) => response && sent.some((each) => each.key === key));
      const last = answered.findLast(({ response }) => response?.revision !== null);
      const unversioned = answered.filter(({ response }) => response?.revision === null);
      await Promise.all([last && forgetAfter(last), forgetUnversioned(document, unversioned)]);
    },

    /**
     * To be called when a fetch begins. Returns a function to be called when its response is cached: it forgets the changes
     * without a revision that the response includes, those that the server had answered before.
     */
    beginFetch(id: Id): () => void {
      const document = keyOf(id);
      const answered = pendingChanges.of(document).filter(({ response }) => response?.revision === null);
      return () => {
        forget(document, answered).catch(reportError);
      };
    },
  };
}
