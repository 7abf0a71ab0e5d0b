import { amendDraft } from './drafts.ts';
import { newId } from './new-id.ts';

interface Sent {
  form: string;
  key: string;
}

/** A copy of the stored keys in memory, as the tab's storage may be blocked. */
const sentInMemory = new Map<string, Sent>();

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
 * content once it was accepted. A form that creates a document sends its key as the id of the document.
 * @param formId identifies the form: its author and its subject
 */
export async function sendIdempotently<Form extends object, Response>(
  formId: string,
  form: Form,
  send: (sent: { form: Form; key: string }) => Promise<Response>,
): Promise<Response> {
  const answer = await send({ form, key: keyFor(formId, form) });
  sentInMemory.delete(formId);
  amendDraft(draftKeyOf(formId), () => undefined);
  return answer;
}

function keyFor(formId: string, form: object): string {
  const content = JSON.stringify(form);
  let sent: Sent = { form: content, key: newId() };
  amendDraft(draftKeyOf(formId), (stored) => {
    const previous = parseSent(stored) ?? sentInMemory.get(formId);
    if (previous?.form === content) sent = previous;
    return sent;
  });
  sentInMemory.set(formId, sent);
  return sent.key;
}
