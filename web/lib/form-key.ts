import { amendDraft } from './drafts.ts';

interface Sent {
  form: string;
  key: string;
}

/** A copy in memory of what the tab's storage holds, as that may be blocked. */
const sentHere = new Map<string, Sent>();

const draftKeyOf = (of: string) => `form-key.${of}`;

function parseSent(stored: unknown): Sent | undefined {
  if (typeof stored !== 'object' || stored === null) return;
  if (!('form' in stored) || typeof stored.form !== 'string') return;
  if (!('key' in stored) || typeof stored.key !== 'string') return;
  return { form: stored.form, key: stored.key };
}

/**
 * Sends a form under an idempotency key that is stored beside its draft. The same content keeps its key, so that a retry
 * after a lost response creates no duplicate, even after a reload. Other content gets another key, and so does the same
 * content once it was accepted.
 * @param of identifies the form: its author and its subject
 */
export async function sendUnderKey<Form extends object, Answer>(
  of: string,
  form: Form,
  send: (sent: { form: Form; key: string }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send({ form, key: keyFor(of, form) });
  sentHere.delete(of);
  amendDraft(draftKeyOf(of), () => undefined);
  return answer;
}

function keyFor(of: string, form: object): string {
  const content = JSON.stringify(form);
  let sent: Sent = { form: content, key: crypto.randomUUID() };
  amendDraft(draftKeyOf(of), (stored) => {
    const previous = parseSent(stored) ?? sentHere.get(of);
    if (previous?.form === content) sent = previous;
    return sent;
  });
  sentHere.set(of, sent);
  return sent.key;
}
