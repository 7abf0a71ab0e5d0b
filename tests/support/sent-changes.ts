/**
 * Changes of documents that `sendChanges` sends to a server, whose responses the test controls. Import it before the modules
 * of the client, which would import the real connection.
 */
import { onlineManager } from '@tanstack/react-query';
import { vi } from 'vitest';
import { ApiError } from '../../web/lib/api-client.ts';
import { savedSession } from '../../web/lib/identity/saved-session.ts';
import { notifyMissed } from '../../web/lib/live-missed.ts';
import { type PendingChange, pendingChanges } from '../../web/lib/sync/pending-changes.ts';
import { type Sender, sendChanges } from '../../web/lib/sync/send-changes.ts';
import { connection } from './live-connection.ts';

const page = vi.hoisted(() => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  return target;
});
vi.mock('../../web/lib/live.ts', async () => (await import('./live-connection.ts')).live);

export const refusal = (statusCode: number, code = 'REFUSED') => new ApiError({ statusCode, code, message: 'No' });
export const noResponse = refusal(0);
export const senderLeft = new ApiError({ statusCode: 401, code: 'SENDER_LEFT', message: 'You signed out' });
export const second = 1_000;

export const session = (uid: string) => ({ user: { uid, name: uid, email: null, photoURL: null }, token: 'token' });

interface Server {
  /** The response to each request: an error, or undefined when it accepts it. */
  respond: () => Error | undefined;
}

export const server: Server = { respond: () => undefined };
export const sent: string[] = [];

/** Tells the page that the browser is back online. */
export const dispatchOnline = () => page.dispatchEvent(new Event('online'));

/** Makes a change of a document. Returns its outcome. */
export function change(what: string, document = 'list') {
  const outcome = { state: 'waiting' };
  outcomes.set(pendingChanges.add([document], 'mia', what, { verb: 'Add', what }).key, outcome);
  sendChanges([document], sender);
  return outcome;
}

const outcomes = new Map<string, { state: string }>();
const settled = (state: 'done' | 'failed') => async (pending: PendingChange) => {
  pendingChanges.remove(pending.document, ({ key }) => key === pending.key);
  Object.assign(outcomes.get(pending.key) ?? {}, { state });
};
export const sender: Sender = {
  inTurn: (_, send) => send(),
  send: async ([first]) => {
    sent.push(String(first?.change));
    const error = server.respond();
    return [error ? { error } : { revision: '1' }];
  },
  answered: async (_, answered) => {
    for (const each of answered) await settled('done')(each);
  },
  refused: settled('failed'),
};

/** Runs the timers and promises that are due. */
export const settle = () => vi.advanceTimersByTimeAsync(1);

/** Before each test. */
export function resetSender(): void {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  connection.isLive = false;
  savedSession.set(session('mia'));
  notifyMissed();
  sent.length = 0;
}

/** After each test. */
export function forgetSender(): void {
  savedSession.set(null);
  onlineManager.setOnline(true);
  vi.useRealTimers();
}
