import { type EndedBecause, reasonIn, sessionEnd } from './session-end.ts';

const timeoutMs = 5_000;

/**
 * Finds out why a session has ended. The identity service gives no reason, so the server is asked, which refuses the token.
 * Resolves to undefined if a user has signed in meanwhile.
 */
export async function explainSessionEnd(token: string): Promise<EndedBecause | undefined> {
  const reason = (await askReason(token).catch(() => undefined)) ?? 'unknown';
  if (sessionEnd.get() === null) return undefined;
  sessionEnd.set(reason);
  return reason;
}

async function askReason(token: string): Promise<EndedBecause | undefined> {
  const response = await fetch('/api/users/profile', {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  return reasonIn((await response.json()).reason);
}
