import { ApiError } from './api-client.ts';
import { readDraft, writeDraft } from './drafts.ts';
import { onSignOut } from './identity/session.ts';
import { newId } from './new-id.ts';

interface Sent {
  form: string;
  key: string;
}

/** What is sent of a form. */
export interface SentForm<Form> {
  form: Form;
  /** The idempotency key. */
  key: string;
  /** Whether the document exists, with what its draft contained earlier: the form replaces that. */
  isRecorded?: boolean;
}

/** Where the key of a draft is stored, whatever its content. */
export interface KeyStore {
  readonly name: string;
  read(): unknown;
  /** @param sent undefined to delete it */
  write(sent: unknown): void;
}

/**
 * Identifies a form: its author and its subject, or the draft that is to become one document. The key of a draft must be
 * deleted with it (`forgetSent`): another draft is another document.
 */
export type FormId = string | KeyStore;

/** Stores a key in this tab. */
export const inTab = (formId: string): KeyStore => ({
  name: formId,
  read: () => readDraft(`form-key.${formId}`),
  write: (sent) => writeDraft(`form-key.${formId}`, sent),
});

/** A copy of the stored keys in memory, as the browser may refuse to store them. */
const sentInMemory = new Map<string, Sent>();
// The drafts are deleted, too.
onSignOut(() => sentInMemory.clear());

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

function store(keys: KeyStore, sent: Sent | undefined): void {
  keys.write(sent);
  if (sent) sentInMemory.set(keys.name, sent);
  else sentInMemory.delete(keys.name);
}

/** Forgets what was sent of a draft that was discarded. */
export const forgetSent = (keys: KeyStore): void => store(keys, undefined);

/**
 * Sends a form under an idempotency key that is stored beside its draft. The same content keeps its key, so that a retry
 * after a lost response creates no duplicate, even after a reload. Other content gets another key, and so does the same
 * content once it was accepted. A form that creates a document sends its key as the id of the document.
 *
 * A draft keeps its key whatever its content, until it is accepted. If the server has recorded its earlier content under the
 * key, `send` is called again, to revise that document.
 * @param contentOf the part of a form that its draft determines. A retry sends the rest as it was sent
 */
export async function sendIdempotently<Form extends object, Response>(
  formId: FormId,
  form: Form,
  send: (sent: SentForm<Form>) => Promise<Response>,
  contentOf: (form: Form) => object = (content) => content,
): Promise<Response> {
  const isDraft = typeof formId !== 'string';
  const keys = isDraft ? formId : inTab(formId);
  const json = JSON.stringify(form);
  const contentIn = (sent: string) => JSON.stringify(contentOf(JSON.parse(sent)));
  const previous = parseSent(keys.read()) ?? sentInMemory.get(keys.name);
  const isRetry = previous !== undefined && contentIn(previous.form) === contentIn(json);
  const sent = isRetry ? previous : { form: json, key: (isDraft && previous?.key) || newId() };
  store(keys, sent);
  const written = { form: JSON.parse(sent.form), key: sent.key };
  let answer: Response;
  try {
    answer = await send(written);
  } catch (error) {
    if (!isDraft || !(error instanceof ApiError) || error.code !== 'IDEMPOTENCY_KEY_REUSED') throw error;
    const revised = await revise(() => send({ ...written, isRecorded: true }));
    if (!revised) {
      forgetSent(keys);
      return sendIdempotently(formId, form, send, contentOf);
    }
    answer = revised.answer;
  }
  forgetSent(keys);
  return answer;
}

/** Resolves to undefined if the document was deleted since. */
async function revise<Response>(send: () => Promise<Response>): Promise<{ answer: Response } | undefined> {
  try {
    return { answer: await send() };
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
}
