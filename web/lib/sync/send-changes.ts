import { onlineManager } from '@tanstack/react-query';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { ApiError } from '../api-client.ts';
import { onUserLeft } from '../identity/session.ts';
import { isLive, useLiveStatus } from '../live.ts';
import { onLiveMissed } from '../live-missed.ts';
import { createRetryPause } from '../retry-pause.ts';
import { createStore } from '../store.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';

/** How the changes of a kind of document are sent. */
export interface Sender {
  /** Runs `send` while no other tab sends changes of the document. */
  inTurn(document: readonly string[], send: () => Promise<void>): Promise<void>;
  /** Uses the key of the change each time. Resolves to the revision that includes it, if the response says so. */
  send(pending: PendingChange): Promise<Revision | undefined>;
  answered(pending: PendingChange): Promise<void>;
  refused(pending: PendingChange, error: unknown): Promise<void>;
}

/** Give up after 10 failures, about three minutes, while the socket is up. */
const maxFailuresWhileLive = 10;

/** All changes wait for the same pause before they are sent again. */
const pause = createRetryPause();
/** The documents whose changes are being sent. */
const sending = new Set<string>();
/** Whether changes wait for a network or for the server. Stays true while one of them is sent again. */
export const changesHeldUp = createStore(false);

const updateHeldUp = () =>
  changesHeldUp.set(!onlineManager.isOnline() || (pause.failures > 0 && pendingChanges.waiting() > 0));

onlineManager.subscribe(updateHeldUp);
pendingChanges.subscribe(updateHeldUp);
globalThis.addEventListener?.('online', pause.reset);
onLiveMissed(pause.reset);
onUserLeft(reached);

/** The number of changes under a prefix of query keys that wait for a network or for the server. */
export function useHeldUpChanges(queryKey: readonly string[]): number {
  const waiting = pendingChanges.useWaiting(queryKey);
  const isHeldUp = changesHeldUp.use();
  const status = useLiveStatus();
  return isHeldUp || status === 'offline' ? waiting : 0;
}

/**
 * Sends the changes of a document one after the other, until none is left. Each is sent until the server responds, while
 * this page is open and its user stays.
 */
export function sendChanges(document: readonly string[], sender: Sender): void {
  const name = document.join(' ');
  if (sending.has(name)) return;
  sending.add(name);
  sendAll(document, sender)
    .catch(reportError)
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
  const pending = pendingChanges.nextOf(document);
  if (!pending) return; // Another tab has sent it.
  let revision: Revision;
  try {
    revision = (await sender.send(pending)) ?? null;
  } catch (error) {
    if (pendingChanges.has(pending)) await fail(pending, error, sender);
    return;
  }
  reached();
  if (!pendingChanges.has(pending)) return; // Its user has left.
  pendingChanges.answer(pending, revision);
  await sender.answered(pending);
}

async function fail(pending: PendingChange, error: unknown, sender: Sender): Promise<void> {
  if (error instanceof ApiError && error.isUndecided) {
    void pause.afterFailure();
    updateHeldUp();
    if (!isLive() || pause.failures <= maxFailuresWhileLive) return;
  } else if (!(error instanceof ApiError && error.code === 'SENDER_LEFT')) reached();
  await sender.refused(pending, error);
}

/** The server has responded. */
function reached(): void {
  pause.reset();
  updateHeldUp();
}
