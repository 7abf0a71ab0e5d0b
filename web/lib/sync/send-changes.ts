import { onlineManager } from '@tanstack/react-query';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { ApiError } from '../api-client.ts';
import { onUserLeft } from '../identity/session.ts';
import { isLive, useLiveStatus } from '../live.ts';
import { onLiveMissed } from '../live-missed.ts';
import { createRetryPause } from '../retry-pause.ts';
import { createStore } from '../store.ts';
import { documentName } from './document-keys.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';

/** The response to a change: the revision that includes it, if it says so, or why there is none. */
export type Outcome = { readonly revision: Revision } | { readonly error: unknown };

/** How the changes of a kind of document are sent. */
export interface Sender {
  /** Runs `send` while no other tab sends changes of the document. */
  inTurn(document: readonly string[], send: () => Promise<void>): Promise<void>;
  /**
   * Sends the first of these changes, or several of them in their order, each under its key. Resolves to the outcomes of
   * those that were sent.
   */
  send(waiting: readonly PendingChange[]): Promise<readonly Outcome[]>;
  answered(document: readonly string[], answered: readonly PendingChange[]): Promise<void>;
  refused(pending: PendingChange, error: unknown): Promise<void>;
}

/**
 * After more failures in a row, about three minutes while the socket is up, a change is refused: the server cannot decide it,
 * and others must not wait for it.
 */
const maxFailuresWhileLive = 10;

/** All changes wait for the same pause before they are sent again. */
const pause = createRetryPause();
/** Of the failures in a row, those up to the last postponement: they do not count against a change. */
let postponedFailures = 0;
/** The documents whose changes are being sent. */
const sending = new Set<string>();
/** Whether changes wait for a network or for the server. Stays true while one of them is sent again. */
export const isSendingPaused = createStore(false);

const updatePaused = () =>
  isSendingPaused.set(!onlineManager.isOnline() || (pause.failures > 0 && pendingChanges.waitingCount() > 0));

onlineManager.subscribe(updatePaused);
pendingChanges.subscribe(updatePaused);
globalThis.addEventListener?.('online', pause.reset);
onLiveMissed(pause.reset);
onUserLeft(endPause);

/** The number of the user's changes that wait for a network or for the server. */
export function usePausedChangeCount(): number {
  const waiting = pendingChanges.useWaitingCount();
  const isPaused = isSendingPaused.use();
  const status = useLiveStatus();
  return isPaused || status === 'offline' ? waiting : 0;
}

/**
 * Sends the changes of a document one after the other, until none is left. Each is sent again until the server decides, or
 * fails to too often, while this page is open and its user stays.
 */
export function sendChanges(document: readonly string[], sender: Sender): void {
  const name = documentName(document);
  if (sending.has(name)) return;
  sending.add(name);
  sendAll(document, sender)
    .catch((error: unknown) => {
      reportError(error);
      void pause.afterFailure();
    })
    .finally(() => {
      sending.delete(name);
      if (pendingChanges.nextOf(document)) sendChanges(document, sender);
    });
}

async function sendAll(document: readonly string[], sender: Sender): Promise<void> {
  for (let next = pendingChanges.nextOf(document); next; next = pendingChanges.nextOf(document)) {
    if (onlineManager.isOnline() && !pause.running) await sender.inTurn(document, () => sendNext(document, sender));
    else await (pause.running ?? online());
  }
}

/** Resolves when the browser has a network again. */
function online(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = onlineManager.subscribe((isOnline) => isOnline && resolve());
  return promise.finally(unsubscribe);
}

async function sendNext(document: readonly string[], sender: Sender): Promise<void> {
  const waiting = pendingChanges.waitingOf(document);
  if (waiting.length === 0) return; // Another tab has sent them.
  const outcomes = await sender.send(waiting);
  const answered: PendingChange[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const pending = waiting[index];
    // Its user has left, or it depends on one that was refused.
    if (!pending || !pendingChanges.has(pending)) continue;
    if ('error' in outcome) {
      await confirmAnswered(document, answered.splice(0), sender);
      if (await fail(pending, outcome.error, sender)) return;
    } else {
      endPause();
      pendingChanges.answer(pending, outcome.revision);
      answered.push(pending);
    }
  }
  await confirmAnswered(document, answered, sender);
}

async function confirmAnswered(document: readonly string[], answered: readonly PendingChange[], sender: Sender) {
  if (answered.length > 0) await sender.answered(document, answered);
}

/** Returns whether the change, and those after it, wait to be sent again. */
async function fail(pending: PendingChange, error: unknown, sender: Sender): Promise<boolean> {
  if (error instanceof ApiError && error.isUndecided) {
    void pause.afterFailure(undefined, error.retryAfterMs);
    if (error.isPostponed) postponedFailures = pause.failures;
    else if (pause.failures < postponedFailures) postponedFailures = 0; // Another outage.
    updatePaused();
    if (!isLive() || error.isPostponed || pause.failures - postponedFailures <= maxFailuresWhileLive) return true;
  } else if (!(error instanceof ApiError && error.code === 'SENDER_LEFT')) endPause();
  await sender.refused(pending, error);
  return false;
}

/** Sends waiting changes again at once, without the rest of the pause. */
export const sendNow = pause.reset;

function endPause(): void {
  postponedFailures = 0;
  pause.reset();
  updatePaused();
}
