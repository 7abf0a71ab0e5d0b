import { amendDraft } from './drafts.ts';
import { newId } from './new-id.ts';

interface Sent {
  form: string;
  key: string;
}

/** A copy in memory of what the tab's storage holds, as that may be blocked. */
const sentHere = new Map<string, Sent>();

const draftKeyOf = (formId: string) => `form-key.${formId}`;

function parseSent(stored: unknown): Sent | undefined {
  if (typeof stored !== 'object' || stored === null) return;
  if (!('form' in stored) || typeof stored.form !== 'string') return;
  if (!('key' in stored) || typeof stored.key !== 'string') return;
  return { form: stored.form, key: stored.key };
}

/**
 * Sends a form under an idempotency key that is stored beside its draft. The same content keeps its key, so that a retry
 * after a lost response creates no duplicate, even after a reload. Other content gets another key, and so does the same
 * content once it was accepted. A form that creates something sends its key as the id of that.
 * @param formId identifies the form: its author and its subject
 */
export async function sendIdempotently<Form extends object, Answer>(
  formId: string,
  form: Form,
  send: (sent: { form: Form; key: string }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send({ form, key: keyFor(formId, form) });
  sentHere.delete(formId);
  amendDraft(draftKeyOf(formId), () => undefined);
  return answer;
}

function keyFor(formId: string, form: object): string {
  const content = JSON.stringify(form);
  let sent: Sent = { form: content, key: newId() };
  amendDraft(draftKeyOf(formId), (stored) => {
    const previous = parseSent(stored) ?? sentHere.get(formId);
    if (previous?.form === content) sent = previous;
    return sent;
  });
  sentHere.set(formId, sent);
  return sent.key;
}
