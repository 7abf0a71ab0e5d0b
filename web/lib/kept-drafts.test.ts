import { beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../tests/support/browser-storage.ts';
import { sessionOf } from '../../tests/support/signed-in-page.ts';

const listeners = new Map<string, (event: { key: string | null }) => void>();

beforeEach(() => {
  listeners.clear();
  vi.stubGlobal('localStorage', browserStorage());
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('addEventListener', listeners.set.bind(listeners));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

const mias = { uid: 'mia', kind: 'post' } as const;

/** Loads the modules anew, as for a new page of Mia's. */
async function openPage() {
  vi.resetModules();
  const { savedSession } = await import('./identity/saved-session.ts');
  const { signOut } = await import('./identity/session.ts');
  const { keptDrafts } = await import('./kept-drafts.ts');
  const { countKeptDrafts } = await import('./kept-draft-keys.ts');
  savedSession.set(sessionOf('mia'));
  const titles = (place: Parameters<typeof keptDrafts.list>[0] = mias) =>
    keptDrafts.list(place).map(({ content }) => content);
  return { savedSession, signOut, keptDrafts, countKeptDrafts, titles };
}

test('drafts are listed by their last change, also after a restart, each for its author and kind only', async () => {
  const { keptDrafts } = await openPage();
  keptDrafts.keep(mias, 'a', 'Pie', '2026-01-01T00:00:00.000Z');
  keptDrafts.keep(mias, 'b', 'Soup', '2026-01-03T00:00:00.000Z');
  keptDrafts.keep(mias, 'a', 'Plum pie', '2026-01-02T00:00:00.000Z');
  keptDrafts.keep({ ...mias, kind: 'recipe' }, 'c', 'Bread');
  const { titles } = await openPage();
  expect(titles()).toEqual(['Soup', 'Plum pie']);
  expect(titles({ uid: 'mia', kind: 'recipe' })).toEqual(['Bread']);
  expect(titles({ uid: 'mi', kind: 'post' })).toEqual([]);
});

test('the same content again is no change', async () => {
  const { keptDrafts } = await openPage();
  keptDrafts.keep(mias, 'a', { title: 'Pie' }, '2026-01-01T00:00:00.000Z');
  keptDrafts.keep(mias, 'a', { title: 'Pie' });
  expect(keptDrafts.list(mias)).toMatchObject([{ changedAt: '2026-01-01T00:00:00.000Z' }]);
});

test('a sign-out deletes those of its user, and no others', async () => {
  const { keptDrafts, signOut, countKeptDrafts, titles } = await openPage();
  keptDrafts.keep(mias, 'a', 'Pie');
  keptDrafts.keep({ ...mias, kind: 'recipe' }, 'b', 'Bread');
  keptDrafts.keep({ uid: 'sam', kind: 'post' }, 'c', 'Soup');
  expect(countKeptDrafts()).toBe(2);
  signOut();
  expect([titles(), titles({ uid: 'mia', kind: 'recipe' }), titles({ uid: 'sam', kind: 'post' })]).toEqual([
    [],
    [],
    ['Soup'],
  ]);
});

test('a session that ends otherwise keeps them for its user', async () => {
  const { keptDrafts, savedSession, countKeptDrafts, titles } = await openPage();
  keptDrafts.keep(mias, 'a', 'Pie');
  savedSession.set(null);
  expect(countKeptDrafts()).toBe(0);
  savedSession.set(sessionOf('mia'));
  expect([titles(), countKeptDrafts()]).toEqual([['Pie'], 1]);
});

test('a change of another tab is reported for its draft only', async () => {
  const { keptDrafts } = await openPage();
  const [changed, other] = [vi.fn(), vi.fn()];
  const end = keptDrafts.onChangeElsewhere(mias, 'a', changed);
  keptDrafts.onChangeElsewhere(mias, 'b', other);
  listeners.get('storage')?.({ key: 'potluck.kept-draft.mia.post.a' });
  expect([changed.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
  end();
  listeners.get('storage')?.({ key: 'potluck.kept-draft.mia.post.a' });
  expect(changed).toHaveBeenCalledOnce();
});

test('ignores what is damaged, and works when the storage is blocked', async () => {
  const { keptDrafts, titles } = await openPage();
  keptDrafts.keep(mias, 'a', 'Pie');
  for (const [id, json] of [
    ['b', '{'],
    ['c', '7'],
    ['d', '{"content":"x"}'],
  ]) {
    localStorage.setItem(`potluck.kept-draft.mia.post.${id}`, String(json));
  }
  expect(titles()).toEqual(['Pie']);
  vi.stubGlobal('localStorage', undefined);
  keptDrafts.keep(mias, 'e', 'Soup');
  keptDrafts.remove(mias, 'e');
  expect(titles()).toEqual([]);
});

test('keeps fifty drafts of a kind: a further one is not kept, and the others can still be changed', async () => {
  const { keptDrafts, titles } = await openPage();
  for (let n = 0; n < 50; n++) keptDrafts.keep(mias, `draft-${n}`, n);
  keptDrafts.keep(mias, 'further', 'Pie');
  keptDrafts.keep(mias, 'draft-7', 'Soup');
  expect(titles()).toHaveLength(50);
  expect(titles()).not.toContain('Pie');
  expect(titles()).toContain('Soup');
  const deleted = keptDrafts.read(mias, 'draft-8');
  keptDrafts.remove(mias, 'draft-8');
  keptDrafts.keep(mias, 'further', 'Pie');
  expect(titles()).toContain('Pie');
  if (deleted) keptDrafts.restore(mias, deleted);
  expect(titles(), 'after the deletion was undone').toHaveLength(51);
});
