import { readDraft, writeDraft } from './drafts.ts';
import { newId } from './new-id.ts';

interface Sent {
  form: string;
  key: string;
}

/** Where the key of a form is stored. */
export interface KeyStore {
  readonly name: string;
  read(): unknown;
  /** @param sent undefined to delete it */
  write(sent: unknown): void;
}

/** Identifies a form: its author and its subject, or its kept draft. */
export type FormId = string | KeyStore;

const inTab = (formId: string): KeyStore => ({
  name: formId,
  read: () => readDraft(`form-key.${formId}`),
  write: (sent) => writeDraft(`form-key.${formId}`, sent),
});

/** A copy of the stored keys in memory, as the browser may refuse to store them. */
const sentInMemory = new Map<string, Sent>();

function parseSent(stored: unknown): Sent | undefined {
  if (typeof stored !== 'object' || stored === null) return;
  if (!('form' in stored) || typeof stored.form !== 'string') return;
  if (!('key' in stored) || typeof stored.key !== 'string') return;
  try {
    JSON.parse(stored.form);
  } catch {
    return; // Damaged.
  }
  return { form: stored.form, key: stored.key };
}

/**
 * Sends a form under an idempotency key that is stored beside its draft. The same content keeps its key, so that a retry
 * after a lost response creates no duplicate, even after a reload. Other content gets another key, and so does the same
 * content once it was accepted. A form that creates a document sends its key as the id of the document.
 * @param contentOf the part of a form that its draft determines. A retry sends the rest as it was sent
 */
export async function sendIdempotently<Form extends object, Response>(
  formId: FormId,
  form: Form,
  send: (sent: { form: Form; key: string }) => Promise<Response>,
  contentOf: (form: Form) => object = (content) => content,
): Promise<Response> {
  const keys = typeof formId === 'string' ? inTab(formId) : formId;
  const json = JSON.stringify(form);
  const contentIn = (sent: string) => JSON.stringify(contentOf(JSON.parse(sent)));
  const previous = parseSent(keys.read()) ?? sentInMemory.get(keys.name);
  const sent = previous && contentIn(previous.form) === contentIn(json) ? previous : { form: json, key: newId() };
  keys.write(sent);
  sentInMemory.set(keys.name, sent);
  const answer = await send({ form: JSON.parse(sent.form), key: sent.key });
  sentInMemory.delete(keys.name);
  keys.write(undefined);
  return answer;
}
