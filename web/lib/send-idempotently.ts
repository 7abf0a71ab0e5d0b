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

/** Where the key of a draft is stored: the draft becomes one document, whatever its content was when it was sent. */
export interface DraftKeyStore {
  readonly name: string;
  read(): unknown;
  /** @param sent undefined to delete it */
  write(sent: unknown): void;
}

/**
 * Identifies a form. A string names its author and its subject: other content gets another key. With a `DraftKeyStore`, all
 * content of the draft has one key, which must be deleted with the draft (`forgetSent`): another draft is another document.
 */
export type FormId = string | DraftKeyStore;

/** The key of a draft that is stored in this tab. */
export const keyStoreInTab = (formId: string): DraftKeyStore => ({
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

function store(keys: DraftKeyStore, sent: Sent | undefined): void {
  keys.write(sent);
  if (sent) sentInMemory.set(keys.name, sent);
  else sentInMemory.delete(keys.name);
}

const previousOf = (keys: DraftKeyStore): Sent | undefined => parseSent(keys.read()) ?? sentInMemory.get(keys.name);

/** The draft was sent again, published elsewhere or discarded meanwhile: there is nothing to tell the user. */
export class SupersededAttempt extends Error {
  constructor(options: ErrorOptions) {
    super('This draft was sent again, published or discarded meanwhile', options);
    this.name = 'SupersededAttempt';
  }
}

/** Forgets what was sent of a draft that was discarded. */
export const forgetSent = (keys: DraftKeyStore): void => store(keys, undefined);

/**
 * Sends a form under an idempotency key that is stored beside its draft. The same content keeps its key, so that a retry
 * after a lost response creates no duplicate, even after a reload. Other content gets another key, and so does the same
 * content once it was accepted. A form that creates a document sends its key as the id of the document.
 *
 * A draft keeps its key whatever its content, until it is accepted. If the server has recorded its earlier content under the
 * key, `send` is called again, to revise that document. An attempt that arrives after a later one replaces nothing.
 * @param contentOf the part of a form that its draft determines. A retry sends the rest as it was sent
 * @throws SupersededAttempt, and what `send` throws
 */
export async function sendIdempotently<Form extends object, Response>(
  formId: FormId,
  form: Form,
  send: (sent: SentForm<Form>) => Promise<Response>,
  contentOf: (form: Form) => object = (content) => content,
): Promise<Response> {
  const isDraft = typeof formId !== 'string';
  const keys = isDraft ? formId : keyStoreInTab(formId);
  const json = JSON.stringify(form);
  const contentIn = (sent: string) => JSON.stringify(contentOf(JSON.parse(sent)));
  const previous = previousOf(keys);
  const isRetry = previous !== undefined && contentIn(previous.form) === contentIn(json);
  const sent = isRetry ? previous : { form: json, key: (isDraft && previous?.key) || newId() };
  store(keys, sent);
  const written = { form: JSON.parse(sent.form), key: sent.key };
  const wasStored = parseSent(keys.read()) !== undefined;
  /** Whether the user has not sent the form again meanwhile. */
  const isLatest = () => previousOf(keys)?.form === sent.form;
  /** What a tab publishes or discards is no longer stored, which the memory of another tab does not know. */
  const assertCurrent = (cause: unknown) => {
    if (!isLatest() || (wasStored && !parseSent(keys.read()))) throw new SupersededAttempt({ cause });
  };
  const finish = (answer: Response): Response => {
    if (isLatest()) forgetSent(keys);
    return answer;
  };
  try {
    return finish(await send(written));
  } catch (error) {
    if (!isDraft || !(error instanceof ApiError && error.isKeyReused)) throw error;
    assertCurrent(error);
  }
  // The server has recorded earlier content of the draft.
  try {
    return finish(await send({ ...written, isRecorded: true }));
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error;
    assertCurrent(error);
  }
  // That document was deleted: this content becomes another one.
  forgetSent(keys);
  return sendIdempotently(formId, form, send, contentOf);
}
