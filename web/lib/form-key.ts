import { amendDraft } from './drafts.ts';

interface Sent {
  form: string;
  key: string;
}

/** As in the tab's storage, which may be blocked. */
const sentHere = new Map<string, Sent>();

const keyOf = (of: string) => `form-key.${of}`;

function parseSent(stored: unknown): Sent | undefined {
  if (typeof stored !== 'object' || stored === null) return;
  if (!('form' in stored) || typeof stored.form !== 'string') return;
  if (!('key' in stored) || typeof stored.key !== 'string') return;
  return { form: stored.form, key: stored.key };
}

/**
 * Sends a form under an idempotency key that is kept beside its draft: the same writing goes out under the same key, so
 * that a second try after a lost answer is not a second thing, not even after the page was loaded anew. Other words get
 * another key, and so do the same words once they were taken.
 * @param of which form: its author and what it is about
 */
export async function sendUnderKey<Form extends object, Answer>(
  of: string,
  form: Form,
  send: (sent: { form: Form; key: string }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send({ form, key: keyFor(of, form) });
  sentHere.delete(of);
  amendDraft(keyOf(of), () => undefined);
  return answer;
}

function keyFor(of: string, form: object): string {
  const written = JSON.stringify(form);
  let sent: Sent = { form: written, key: crypto.randomUUID() };
  amendDraft(keyOf(of), (stored) => {
    const before = parseSent(stored) ?? sentHere.get(of);
    if (before?.form === written) sent = before;
    return sent;
  });
  sentHere.set(of, sent);
  return sent.key;
}
