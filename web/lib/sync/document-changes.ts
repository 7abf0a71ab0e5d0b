import type { Revision } from '../../../server/core/contracts/shared.ts';
import { api } from '../api-client.ts';
import type { SendWrite } from '../api-response.ts';
import { isLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { maxTogether, sendTogether } from '../send-together.ts';
import { undoOffers } from '../undo-offers.ts';
import { AwaitedChanges } from './awaited-changes.ts';
import type { ChangeOptions, DocumentId, Documents } from './change-options.ts';
import { type ChangeText, type PendingChange, pendingChanges } from './pending-changes.ts';
import { refusedChanges } from './refused-changes.ts';
import { refusalsOf } from './refused-of-documents.ts';
import { type Outcome, type Sender, sendChanges } from './send-changes.ts';
import { includes, unconfirmedChanges, type Versioned } from './versioned.ts';

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
  const idOf = ({ document }: Pick<PendingChange, 'document'>) =>
    document.slice(options.queryKey.length) as readonly string[] as Id;
  /** The key of a document determines the type of its changes. */
  const changeOf = ({ change }: PendingChange) => change as Change;
  const typed = (pending: readonly PendingChange[]) => pending as readonly PendingChange<Change>[];
  const awaited = new AwaitedChanges();
  const { storage } = options;
  const shownDocument = (id: Id): Document | undefined => {
    const [document] = cached(id);
    return document && applyPending(document, typed(pendingChanges.of(documentOf(id))));
  };

  const sender: Sender = {
    inTurn: (document, send) => (storage ? storage.inTurn(document, send) : send()),
    async send(waiting) {
      const alone = waiting.findIndex((each) => !options.isSentTogether?.(changeOf(each)));
      const together = alone < 0 ? waiting.length : alone;
      const sent = waiting.slice(0, Math.max(1, Math.min(together, maxTogether())));
      const make = (pending: PendingChange, send: SendWrite) => options.send(idOf(pending), changeOf(pending), send);
      const [first, ...others] = sent;
      if (!first) return [];
      if (others.length === 0) return outcomesOf(await Promise.allSettled([make(first, sendAlone(first))]));
      const keys = sent.map(({ key }) => key);
      return outcomesOf(await sendTogether(keys, first.by, (index, send) => make(sent[index] ?? first, send)));
    },
    async answered(document, answered) {
      for (const { key } of answered) awaited.saved(key);
      await storage?.answer(
        document,
        pendingChanges.of(document).filter(({ key }) => answered.some((each) => each.key === key)),
      );
      confirm(document, answered).catch(reportError);
    },
    async refused(pending, error) {
      const { key, document } = pending;
      const failed = refusals.failedWith(pending);
      // What was not done cannot be undone.
      for (const each of failed) undoOffers.hide(each.key);
      pendingChanges.remove(document, (each) => failed.some((other) => other.key === each.key));
      const isInPlace = options.refused?.(idOf(pending), changeOf(pending), { error, key }) ?? false;
      const inForms = failed.filter((each) => awaited.refused(each.key, error) || (isInPlace && each.key === key));
      const notSaved = failed.filter((each) => !inForms.includes(each));
      await Promise.all([remove(document, inForms), refusals.keep(document, notSaved, error)]);
    },
  };

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

  /** After responses: removes the changes once the document includes them. */
  async function confirm(document: readonly string[], sent: readonly PendingChange[]): Promise<void> {
    const answered = pendingChanges
      .of(document)
      .filter(({ key, response }) => response && sent.some((each) => each.key === key));
    const last = answered.findLast(({ response }) => response?.revision !== null);
    const unversioned = answered.filter(({ response }) => response?.revision === null);
    await Promise.all([last && forgetAfter(last), forgetUnversioned(document, unversioned)]);
  }

  async function forgetAfter(last: PendingChange): Promise<void> {
    await waitForRevision(idOf(last), last.response?.revision);
    await forgetIncluded(last.document);
  }

  /** They are forgotten after a fetch that began after their responses, maybe only after the next connect. */
  async function forgetUnversioned(document: readonly string[], changes: readonly PendingChange[]): Promise<void> {
    const isPending = () => changes.some((each) => pendingChanges.has(each));
    // The first fetch may join one that was under way before.
    for (let fetches = 0; fetches < 2 && isPending(); fetches++) await fetchAgain(idOf({ document }));
  }

  /**
   * To be called when a fetch begins. Returns a function to be called when its response is cached: it forgets the changes
   * without a revision that the response includes, those that the server had answered before.
   */
  function beginFetch(id: Id): () => void {
    const document = documentOf(id);
    const answered = pendingChanges.of(document).filter(({ response }) => response?.revision === null);
    return () => {
      remove(document, answered).catch(reportError);
    };
  }

  async function forgetIncluded(document: readonly string[]): Promise<void> {
    const copies = cached(idOf({ document }));
    // The stored copy of a document that is not cached may not include the changes.
    if (storage && copies.length === 0) return;
    const isIncluded = (revision: Revision) => revision !== null && copies.every((copy) => includes(copy, revision));
    const included = pendingChanges.of(document).filter(({ response }) => response && isIncluded(response.revision));
    await remove(document, included);
  }

  /** The document with the pending changes that it does not include, as the screen shows it. */
  const applyPending = (document: Document, changes: readonly PendingChange<Change>[]): Document =>
    unconfirmedChanges(document, changes).reduce(options.apply, document);

  storage?.register({
    queryKey: options.queryKey,
    ...(options.upcasts && { upcasts: options.upcasts }),
    describe: (document, change) => describe(document, change as Change),
    onRead(document) {
      const shown = awaited.settle(document);
      refusedChanges.remove(shown.map(({ key }) => key));
      remove(document, shown).catch(reportError);
      confirm(document, pendingChanges.of(document)).catch(reportError);
      sendChanges(document, sender);
    },
  });

  function describe(document: readonly string[], change: Change): ChangeText {
    const id = idOf({ document });
    return options.describe(id, change, shownDocument(id));
  }

  /** Stores changes, then sends them after those that wait. */
  async function enqueue(document: readonly string[], added: readonly PendingChange[]): Promise<void> {
    for (const each of added) await storage?.add(each);
    sendChanges(document, sender);
  }

  /** Makes a change: shows it at once, and sends it. Returns its key. */
  function change(id: Id, made: Change): string {
    const document = documentOf(id);
    forgetIncluded(document).catch(reportError);
    const pending = pendingChanges.add(document, id[0], made, describe(document, made));
    enqueue(document, [pending]).catch(reportError);
    return pending.key;
  }

  const refusals = refusalsOf(options, { cached, fetchAgain }, { change, enqueue });

  return {
    pendingOf: (id: Id): readonly PendingChange<Change>[] => typed(pendingChanges.of(documentOf(id))),
    waitForRevision,
    beginFetch,

    applyPending,

    /** The pending changes of a document, oldest first. */
    usePending: (...id: Id): readonly PendingChange<Change>[] => typed(pendingChanges.use(documentOf(id))),

    change,

    /**
     * Resolves when the server has saved a change that was just made, or when its form is closed. @throws ApiError if it
     * refuses
     * @param closed aborted when the form is closed: a later refusal is shown as that of other changes
     */
    saved(key: string, closed?: AbortSignal): Promise<void> {
      const made = pendingChanges.all().find((each) => each.key === key);
      return made ? awaited.wait(made.document, key, closed) : Promise.resolve();
    },
  };
}

const sendAlone =
  ({ key: idempotencyKey, by: sender }: PendingChange): SendWrite =>
  (method, path, content) =>
    api.send(method, path, content, { idempotencyKey, sender });

const outcomesOf = (settled: readonly PromiseSettledResult<Revision | undefined>[]): Outcome[] =>
  settled.map((each) => (each.status === 'fulfilled' ? { revision: each.value ?? null } : { error: each.reason }));
