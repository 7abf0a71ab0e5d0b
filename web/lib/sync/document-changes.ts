import type { ReactNode } from 'react';
import { currentUid } from '../identity/session.ts';
import { newId } from '../new-id.ts';
import { undoOffers } from '../undo-offers.ts';
import { AwaitedChanges } from './awaited-changes.ts';
import type { ChangeOptions, DocumentId, Documents } from './change-options.ts';
import { confirmChanges } from './confirm-changes.ts';
import { changeOf, documentKeys, isUnder } from './document-keys.ts';
import { offerBeforeSending } from './held-changes.ts';
import { type ChangeText, onLost, type PendingChange, pendingChanges } from './pending-changes.ts';
import { refusedChanges } from './refused-changes.ts';
import { refusalsOf } from './refused-of-documents.ts';
import { requestChanges } from './request-changes.ts';
import { type Sender, sendChanges } from './send-changes.ts';
import { unconfirmedChanges, type Versioned } from './versioned.ts';

/**
 * The user's changes of documents, as optimistic updates. Those of one document are sent in sequence, and each stays pending
 * until the document includes it.
 */
export function documentChanges<Document extends Versioned, Change, Id extends DocumentId>(
  options: ChangeOptions<Document, Change, Id>,
  documents: Documents<Document, Id>,
) {
  const { storage } = options;
  const keys = documentKeys<Id>(options.queryKey);
  const { keyOf, idOf } = keys;
  const typed = (pending: readonly PendingChange[]) => pending as readonly PendingChange<Change>[];
  const pendingOf = (id: Id): readonly PendingChange<Change>[] => typed(pendingChanges.of(keyOf(id)));
  const awaited = new AwaitedChanges();
  const request = requestChanges(options);
  const { confirm, forget, forgetIncluded, waitForRevision, beginFetch } = confirmChanges(keys, documents, storage);

  const sender: Sender = {
    inTurn: (document, send) => (storage ? storage.inTurn(document, send) : send()),
    async send(waiting) {
      const outcomes = await request(waiting);
      // What becomes of a change is stored with it.
      await Promise.all(waiting.map(({ document }) => storage?.stored(document)));
      return outcomes;
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
      const isInPlace = options.refused?.(idOf(document), changeOf(pending), { error, key }) ?? false;
      const inForms = failed.filter((each) => awaited.refused(each.key, error) || (isInPlace && each.key === key));
      const notSaved = failed.filter((each) => !inForms.includes(each));
      await Promise.all([forget(document, inForms), refusals.keep(document, notSaved, error)]);
    },
  };

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
      forget(document, shown).catch(reportError);
      confirm(document, pendingChanges.of(document)).catch(reportError);
      sendChanges(document, sender);
    },
  });

  onLost(
    ({ document, change: lost }) =>
      isUnder(options.queryKey, document) && options.lost?.(idOf(document), changeOf({ change: lost })) === true,
  );

  function describe(document: readonly string[], change: Change): ChangeText {
    const id = idOf(document);
    const [confirmed] = documents.cached(id);
    return options.describe(id, change, confirmed && applyPending(confirmed, pendingOf(id)));
  }

  /** Stores changes, and sends them after those that wait. It gets its turn to send while they are being stored. */
  async function enqueue(document: readonly string[], added: readonly PendingChange[]): Promise<void> {
    const stored = added.map((each) => storage?.add(each));
    sendChanges(document, sender);
    await Promise.all(stored);
  }

  /** An async caller may resume after its user has left. The next user must not see its change. */
  const isOfUserWhoLeft = ([uid]: Id): boolean => uid !== currentUid();

  /** Makes a change: shows it at once, and sends it, unless its user has left. Returns its key. */
  function change(id: Id, made: Change): string {
    if (isOfUserWhoLeft(id)) return newId();
    const document = keyOf(id);
    forgetIncluded(document).catch(reportError);
    const pending = pendingChanges.add(document, id[0], made, describe(document, made));
    enqueue(document, [pending]).catch(reportError);
    return pending.key;
  }

  /** Makes a change that cannot be undone: shows it at once, and sends it when the user can no longer undo it here. */
  function changeUnlessUndone(id: Id, made: Change, message: ReactNode): void {
    if (isOfUserWhoLeft(id)) return;
    const document = keyOf(id);
    const key = pendingChanges.hold(document, id[0], made, describe(document, made));
    offerBeforeSending({
      key,
      message,
      send: () => {
        pendingChanges.release(document, key);
        sendChanges(document, sender);
      },
      undo: () => pendingChanges.remove(document, (each) => each.key === key),
    });
  }

  const refusals = refusalsOf(options, documents, { change, enqueue });

  return {
    pendingOf,
    waitForRevision,
    beginFetch,
    applyPending,

    /** The pending changes of a document, oldest first. */
    usePending: (...id: Id): readonly PendingChange<Change>[] => typed(pendingChanges.use(keyOf(id))),

    change,
    changeUnlessUndone,

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
