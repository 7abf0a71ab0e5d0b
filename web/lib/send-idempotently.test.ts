import { beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../tests/support/browser-storage.ts';
import { openAs, stubTab } from '../../tests/support/signed-in-page.ts';
import type { SentForm } from './send-idempotently.ts';

const form = { title: 'Moussaka', type: 'text', content: 'Slowly.' };

beforeEach(() => {
  stubTab();
});

type Response = 'lost' | 'received';

/** Loads the modules as after a reload. `send` resolves to what is sent. */
async function openPage() {
  const { sendIdempotently, SupersededAttempt, forgetSent, keyStoreInTab, ApiError, keptDrafts, signOut } =
    await openAs('mia', async () => ({
      ...(await import('./send-idempotently.ts')),
      ...(await import('./kept-drafts.ts')),
      ...(await import('./api-client.ts')),
    }));
  const send = (
    formId: Parameters<typeof sendIdempotently>[0],
    content: object,
    response: Response = 'lost',
    contentOf?: (content: object) => object,
  ) =>
    new Promise<{ key: string; form: object }>((resolve) => {
      const post = async (sent: { key: string; form: object }) => {
        resolve(sent);
        if (response === 'lost') throw new Error('No response');
      };
      sendIdempotently(formId, content, post, contentOf).catch(() => undefined);
    });
  const keyOf = async (...request: Parameters<typeof send>) => (await send(...request)).key;
  const keyOfDraft = (id: string, response?: Response) => keyOf(keptDrafts.keyStore(mias, id), form, response);
  /** Records documents by their keys, and refuses other content under a known key, as the server does. */
  const publishOn =
    (documents: Map<string, object | null>, response: Response = 'received') =>
    async ({ form: written, key, isRecorded }: SentForm<object>) => {
      const recorded = documents.get(key);
      const refuse = (statusCode: number, code: string) => new ApiError({ statusCode, code, message: code });
      if (isRecorded && !recorded) throw refuse(404, 'RECIPE_NOT_FOUND');
      const isReused = documents.has(key) && JSON.stringify(recorded) !== JSON.stringify(written);
      if (!isRecorded && isReused) throw refuse(422, 'IDEMPOTENCY_KEY_REUSED');
      documents.set(key, written);
      if (response === 'lost') throw new Error('No response');
    };
  /** Keeps a draft and publishes it. */
  const publish = async (id: string, content: object, ...where: Parameters<typeof publishOn>) => {
    keptDrafts.keep(mias, id, content);
    await sendIdempotently(keptDrafts.keyStore(mias, id), content, publishOn(...where)).catch(() => undefined);
  };
  /** Keeps a draft, and sends it as soon as `arrival` resolves. Resolves to how that ended. */
  const publishLate = (id: string, content: object, arrival: Promise<void>, documents: Map<string, object | null>) => {
    keptDrafts.keep(mias, id, content);
    const send = async (sent: SentForm<object>) => {
      await arrival;
      await publishOn(documents)(sent);
    };
    return sendIdempotently(keptDrafts.keyStore(mias, id), content, send).then(
      () => 'recorded',
      (error: unknown) => (error instanceof SupersededAttempt ? 'superseded' : error),
    );
  };
  return { send, keyOf, keyOfDraft, publish, publishLate, forgetSent, keyStoreInTab, keptDrafts, signOut };
}

type Page = Awaited<ReturnType<typeof openPage>>;
type Documents = Map<string, object | null>;

const mias = { uid: 'mia', kind: 'recipe' } as const;

/** As when the user closes the tab and opens another one. */
async function openTab() {
  vi.stubGlobal('sessionStorage', browserStorage());
  return openPage();
}

test('the same content keeps its key, also after a reload', async () => {
  const first = await (await openPage()).keyOf('mia', form);
  expect(await (await openPage()).keyOf('mia', { ...form })).toBe(first);
});

test('other content and another author get another key', async () => {
  const { keyOf } = await openPage();
  const first = await keyOf('mia', form);
  expect(await keyOf('sam', form)).not.toBe(first);
  expect(await keyOf('mia', { ...form, content: 'Quickly.' })).not.toBe(first);
});

test('the same content gets a new key once it was accepted', async () => {
  const { keyOf } = await openPage();
  const first = await keyOf('mia', form);
  expect(await keyOf('mia', form, 'received')).toBe(first);
  expect(await keyOf('mia', form)).not.toBe(first);
  expect(await (await openPage()).keyOf('mia', form)).not.toBe(first);
});

test('keys last as long as the page when storage is blocked', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { keyOf } = await openPage();
  expect(await keyOf('mia', form)).toBe(await keyOf('mia', form));
});

test('the key of a draft lasts as long as the draft, also in another tab and after other drafts', async () => {
  const { keptDrafts, keyOfDraft } = await openPage();
  keptDrafts.keep(mias, 'pie', form);
  keptDrafts.keep(mias, 'soup', form);
  const first = await keyOfDraft('pie');
  expect(await keyOfDraft('soup', 'received')).not.toBe(first);
  const reopened = await openTab();
  expect(await reopened.keyOfDraft('pie')).toBe(first);
  // What is written while the response is missing does not lose the key, if it is written back.
  reopened.keptDrafts.keep(mias, 'pie', { ...form, title: 'Pie' });
  expect(await (await openTab()).keyOfDraft('pie')).toBe(first);
});

test('the key of a draft is deleted with it, also by a sign-out, and restored with it', async () => {
  const { keptDrafts, keyOfDraft, signOut } = await openPage();
  keptDrafts.keep(mias, 'pie', form);
  const first = await keyOfDraft('pie');
  const deleted = keptDrafts.read(mias, 'pie');
  keptDrafts.remove(mias, 'pie');
  expect(JSON.stringify(localStorage)).not.toContain(first);
  if (deleted) keptDrafts.restore(mias, deleted);
  expect(await (await openTab()).keyOfDraft('pie')).toBe(first);
  signOut();
  expect(JSON.stringify(localStorage)).not.toContain(first);
});

test('a retry sends again what was sent, although the page has lost what its user chose beside the content', async () => {
  const contentOf = ({ title }: { title?: string }) => ({ title });
  const chosen = { title: 'For @Sam', mentions: ['sam'] };
  const first = await (await openPage()).send('mia', chosen, 'lost', contentOf);
  expect(await (await openPage()).send('mia', { title: 'For @Sam' }, 'lost', contentOf)).toEqual(first);
});

const corrected = { ...form, title: 'Moussaka for six' };

test('a draft that was published although the response was lost is revised when its author goes on writing', async () => {
  const { publish } = await openPage();
  const documents = new Map<string, object | null>();
  await publish('pie', form, documents, 'lost');
  await publish('pie', corrected, documents, 'lost');
  expect([...documents.values()]).toEqual([corrected]);
  await (await openTab()).publish('pie', { ...corrected, content: 'Quickly.' }, documents);
  expect([...documents.values()]).toEqual([{ ...corrected, content: 'Quickly.' }]);
});

test('a draft of which the server has recorded nothing is published as it is now', async () => {
  const { publish, keyOfDraft, keptDrafts } = await openPage();
  keptDrafts.keep(mias, 'pie', form);
  const key = await keyOfDraft('pie');
  const documents = new Map<string, object | null>();
  await publish('pie', corrected, documents);
  expect([...documents]).toEqual([[key, corrected]]);
});

test('a draft is published again if what was recorded of it was withdrawn since', async () => {
  const { publish } = await openPage();
  const documents = new Map<string, object | null>();
  await publish('pie', form, documents, 'lost');
  for (const key of documents.keys()) documents.set(key, null);
  await publish('pie', corrected, documents);
  expect([...documents.values()]).toEqual([null, corrected]);
});

test('an attempt that arrives after its author has sent the draft again replaces nothing', async () => {
  const { publish, publishLate } = await openPage();
  const documents = new Map<string, object | null>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = publishLate('pie', form, promise, documents);
  await publish('pie', corrected, documents);
  resolve();
  expect(await late).toBe('superseded');
  expect([...documents.values()]).toEqual([corrected]);
});

test.each([
  ['published', (tab: Page, documents: Documents) => tab.publish('pie', corrected, documents)],
  [
    'published and withdrawn',
    async (tab: Page, documents: Documents) => {
      await tab.publish('pie', corrected, documents);
      for (const key of documents.keys()) documents.set(key, null);
    },
  ],
])('an attempt that arrives after another tab has %s the draft replaces nothing', async (_, act) => {
  const { publishLate } = await openPage();
  const documents: Documents = new Map();
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = publishLate('pie', form, promise, documents);
  const tab = await openTab();
  await act(tab, documents);
  tab.keptDrafts.remove(mias, 'pie');
  const recorded = [...documents];
  resolve();
  expect(await late).toBe('superseded');
  expect([...documents]).toEqual(recorded);
});

test('an attempt that succeeds while a later one is lost leaves that one its key', async () => {
  const { publish, publishLate, keyOf, keptDrafts } = await openPage();
  const documents = new Map<string, object | null>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const early = publishLate('pie', form, promise, documents);
  await keyOf(keptDrafts.keyStore(mias, 'pie'), corrected);
  resolve();
  expect(await early).toBe('recorded');
  await publish('pie', corrected, documents);
  expect([...documents.values()]).toEqual([corrected]);
});

test('a draft that replaces a discarded one, or one that a sign-out has deleted, gets another key', async () => {
  const { keyStoreInTab, keyOf, forgetSent, signOut } = await openPage();
  const draft = keyStoreInTab('recipe.mia.of.pie');
  const first = await keyOf(draft, form);
  expect(await keyOf(draft, corrected)).toBe(first);
  forgetSent(draft);
  const second = await keyOf(draft, form);
  expect(second).not.toBe(first);
  signOut();
  expect(await keyOf(draft, corrected)).not.toBe(second);
});
