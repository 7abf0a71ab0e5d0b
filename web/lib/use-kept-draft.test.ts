/** What is on its way when the author opens or begins another draft: photos, imports, and offers to undo. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runHooks } from '../../tests/support/run-hooks.ts';
import { openAs, stubTab } from '../../tests/support/signed-in-page.ts';

beforeEach(() => {
  stubTab();
});

const place = { uid: 'mia', kind: 'post' } as const;
const photoOf = (id: string) => ({ id, alt: '', placeholder: '', pictures: [] });

/** The form of a post, and its drafts. */
async function openForm() {
  const page = await openAs('mia', async () => ({
    ...(await import('./kept-drafts.ts')),
    ...(await import('./notices.ts')),
    ...(await import('../features/community/use-post-draft.ts')),
    ...(await import('../features/community/post-draft.ts')),
  }));
  const { keptDrafts, usePostDraft, parseDraft } = page;
  const form = await runHooks(() => usePostDraft('mia'));
  const kept = () =>
    keptDrafts.list(place).flatMap(({ content }) => {
      const draft = parseDraft(content);
      return draft ? [[draft.title, draft.photos.map(({ id }) => id)]] : [];
    });
  /** Changes the title, and waits until the draft is kept. */
  const write = async (title: string) => {
    form.current.change((draft) => ({ ...draft, title }));
    await vi.waitFor(() =>
      expect([form.current.draft.title, form.current.draft.draftId]).toEqual([title, expect.any(String)]),
    );
  };
  const begin = async () => {
    form.current.startNew();
    await vi.waitFor(() => expect(form.current.draft.draftId).toBeUndefined());
  };
  const open = async (id: string | undefined) => {
    const draft = keptDrafts.list(place).find((one) => one.id === id);
    if (!draft) throw new Error(`There is no draft ${id}`);
    form.current.open(draft);
    await vi.waitFor(() => expect(form.current.draft.draftId).toBe(id));
  };
  /** The field of the shown draft adds a photo when it arrives. */
  const choosePhoto = (id: string) => {
    const { change } = form.current;
    return { arrive: () => change((draft) => ({ ...draft, photos: [...draft.photos, photoOf(id)] })) };
  };
  /** Chooses a photo for the cake, which has not arrived when the soup is shown. */
  const leaveCakeForSoup = async () => {
    await write('Cake');
    const cake = form.current.draft.draftId;
    const photo = choosePhoto('of-the-cake');
    await begin();
    await write('Soup');
    return { cake, photo };
  };
  return { ...page, form, kept, write, begin, open, choosePhoto, leaveCakeForSoup };
}

describe('what arrives for a draft when another one is shown', () => {
  test('is added to that draft, and leaves the shown one as it is', async () => {
    const { form, kept, open, leaveCakeForSoup } = await openForm();
    const { cake, photo } = await leaveCakeForSoup();
    photo.arrive();
    expect(Object.fromEntries(kept())).toEqual({ Cake: ['of-the-cake'], Soup: [] });
    expect(form.current.draft.photos).toEqual([]);
    await open(cake);
    expect(form.current.draft.photos).toEqual([photoOf('of-the-cake')]);
  });

  test('is not added to the other one if that is opened in the same moment', async () => {
    const { form, kept, write, begin, choosePhoto } = await openForm();
    await write('Cake');
    const photo = choosePhoto('of-the-cake');
    form.current.startNew();
    photo.arrive();
    await begin();
    await write('Soup');
    expect(Object.fromEntries(kept())).toEqual({ Cake: ['of-the-cake'], Soup: [] });
  });

  test('is shown if its draft is open again', async () => {
    const { form, kept, open, leaveCakeForSoup } = await openForm();
    const { cake, photo } = await leaveCakeForSoup();
    await open(cake);
    photo.arrive();
    await vi.waitFor(() => expect(form.current.draft.photos).toEqual([photoOf('of-the-cake')]));
    expect(Object.fromEntries(kept())).toEqual({ Cake: ['of-the-cake'], Soup: [] });
  });

  test('becomes a draft if nothing was written in its own before', async () => {
    const { form, kept, write, begin, open, choosePhoto } = await openForm();
    await write('Soup');
    const soup = form.current.draft.draftId;
    await begin();
    const photos = ['first', 'second'].map(choosePhoto);
    await open(soup);
    for (const { arrive } of photos) arrive();
    expect(Object.fromEntries(kept())).toEqual({ Soup: [], '': ['first', 'second'] });
  });

  test('does not bring back a draft that was deleted', async () => {
    const { keptDrafts, form, kept, write, begin, choosePhoto } = await openForm();
    await write('Cake');
    const photo = choosePhoto('of-the-cake');
    keptDrafts.remove(place, form.current.draft.draftId ?? '');
    await begin();
    photo.arrive();
    expect(kept()).toEqual([]);
  });
});

test('a text for which there is no room stays in the form when another draft is opened, until there is room', async () => {
  const { keptDrafts, maxKeptDrafts, form, kept, open, notices } = await openForm();
  for (let n = 0; n < maxKeptDrafts; n++) keptDrafts.keep(place, `draft-${n}`, { title: `Draft ${n}` });
  form.current.change((draft) => ({ ...draft, title: 'Cake' }));
  await vi.waitFor(() => expect(form.current.draft.title).toBe('Cake'));
  const [other] = keptDrafts.list(place);
  if (!other) throw new Error('There are no drafts');
  expect(form.current.open(other)).toBeUndefined();
  form.current.startNew();
  expect(notices.get().map(({ text }) => text)).toEqual([
    'There is no room to keep what you wrote. Publish it, or delete a draft first.',
  ]);
  keptDrafts.remove(place, other.id === 'draft-0' ? 'draft-1' : 'draft-0');
  await open(other.id);
  expect(kept().map(([title]) => title)).toContain('Cake');
});

test('a draft that is written after the session has ended does not replace what its author wrote before', async () => {
  const { savedSession, form, kept, write } = await openForm();
  await write('Cake');
  savedSession.set(null);
  await vi.waitFor(() => expect(form.current.draft.title).toBe(''));
  await write('Soup');
  expect(
    kept()
      .map(([title]) => title)
      .sort(),
  ).toEqual(['Cake', 'Soup']);
});

test('a draft keeps its place in the form when it gets its id, and when it is emptied and written again', async () => {
  const { form, kept, write, begin } = await openForm();
  const { draftKey } = form.current;
  await write('Cake');
  expect([form.current.draftKey, form.current.draft.draftId]).toEqual([draftKey, draftKey]);
  form.current.change((draft) => ({ ...draft, title: '' }));
  await vi.waitFor(() => expect(form.current.draft.draftId).toBeUndefined());
  expect(kept()).toEqual([]);
  await write('Plum cake');
  expect(form.current.draftKey).toBe(draftKey);
  await begin();
  expect(form.current.draftKey).not.toBe(draftKey);
});

test('a draft that was published is kept no longer, unless another tab has changed it since', async () => {
  const { keptDrafts, form, kept, write } = await openForm();
  await write('Cake');
  const restore = form.current.drop();
  expect(kept()).toEqual([]);
  restore?.();
  expect(kept()).toEqual([['Cake', []]]);
  keptDrafts.keep(place, form.current.draft.draftId ?? '', { ...form.current.draft, title: 'Plum cake' });
  expect(form.current.drop()).toBeUndefined();
  expect(kept()).toEqual([['Plum cake', []]]);
});

test('what another tab has changed shows here, but does not replace what is being written', async () => {
  const storageListeners: ((event: { key: string }) => void)[] = [];
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'storage') storageListeners.push(listener);
  });
  const { keptDrafts, form, write } = await openForm();
  const { keptDraftKey } = await import('./kept-draft-keys.ts');
  await write('Cake');
  const { draftId = '' } = form.current.draft;
  const changeElsewhere = (title: string) => {
    keptDrafts.keep(place, draftId, { ...form.current.draft, title });
    for (const listener of storageListeners) listener({ key: keptDraftKey(place, draftId) });
  };
  changeElsewhere('Plum cake');
  await vi.waitFor(() => expect(form.current.draft.title).toBe('Plum cake'));
  form.current.change((draft) => ({ ...draft, title: 'Plum cake with cream' }));
  changeElsewhere('Plum pie');
  await vi.waitFor(() => expect(form.current.draft.title).not.toBe('Plum cake'));
  expect(form.current.draft.title).toBe('Plum cake with cream');
});
