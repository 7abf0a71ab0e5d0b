import { amendDraft } from './use-draft.ts';

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
 * The idempotency key of a form, kept beside its draft: the same writing goes out under the same key, so that a second
 * try after a lost answer is not a second thing, not even after the page was loaded anew. Other words get another key.
 * @param of which form: its author and what it is about
 */
export function keyForSending(of: string, form: object): string {
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

/** It was saved: the same words again are another thing. */
export function forgetKey(of: string): void {
  sentHere.delete(of);
  amendDraft(keyOf(of), () => undefined);
}
