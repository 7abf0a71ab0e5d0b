import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browserStorage } from '../../tests/support/browser-storage.ts';
import type { SavedSession } from './identity/saved-session.ts';

const sessionOf = (uid: string): SavedSession => ({
  user: { uid, name: uid, email: null, photoURL: null },
  token: `token of ${uid}`,
});

const listeners = new Map<string, (event: { key: string | null }) => void>();

beforeEach(() => {
  listeners.clear();
  vi.stubGlobal('localStorage', browserStorage());
  vi.stubGlobal('sessionStorage', browserStorage());
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('addEventListener', listeners.set.bind(listeners));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

/** Loads the modules anew, as for a new page in this tab. */
async function openTab() {
  vi.resetModules();
  const { savedSession } = await import('./identity/saved-session.ts');
  const { signOut } = await import('./identity/session.ts');
  const { fieldOf, showField, ...drafts } = await import('./drafts.ts');
  const changeSessionElsewhere = (session: SavedSession | null) => {
    if (session) {
      localStorage.setItem('user', JSON.stringify(session.user));
      localStorage.setItem('token', session.token);
    } else for (const key of ['token', 'user']) localStorage.removeItem(key);
    listeners.get('storage')?.({ key: 'token' });
  };
  /** Shows a field on the screen, as `useDraft` does. Returns a function that returns its text. */
  const show = () => {
    let shown: unknown = drafts.readDraft(key) ?? '';
    const set = (change: (current: unknown) => unknown) => {
      shown = change(shown);
    };
    showField(
      key,
      fieldOf<unknown>('', (stored) => stored, set),
    );
    return () => shown;
  };
  return { ...drafts, show, savedSession, signOut, changeSessionElsewhere };
}

const key = 'recipe.new';
const allStored = () => Object.values(sessionStorage).join();

async function miaWrites() {
  const tab = await openTab();
  tab.savedSession.set(sessionOf('mia'));
  tab.writeDraft(key, 'Half a pie');
  return tab;
}

describe('when the session ends in another tab', () => {
  test('hides the drafts here until their author logs in again', async () => {
    const tab = await miaWrites();
    tab.changeSessionElsewhere(null);
    expect(tab.readDraft(key)).toBeNull();
    tab.savedSession.set(sessionOf('mia'));
    expect(tab.readDraft(key)).toBe('Half a pie');
  });

  test('restores the drafts after a reload, too', async () => {
    const tab = await miaWrites();
    tab.changeSessionElsewhere(null);
    const reloaded = await openTab();
    expect(reloaded.readDraft(key)).toBeNull();
    reloaded.savedSession.set(sessionOf('mia'));
    expect(reloaded.readDraft(key)).toBe('Half a pie');
  });

  test('deletes the drafts once another user logs in', async () => {
    const tab = await miaWrites();
    tab.changeSessionElsewhere(null);
    tab.savedSession.set(sessionOf('sam'));
    expect(tab.readDraft(key)).toBeNull();
    expect(allStored()).not.toContain('pie');
    tab.savedSession.set(sessionOf('mia'));
    expect(tab.readDraft(key)).toBeNull();
  });

  test('deletes the drafts when another user replaces their author', async () => {
    const tab = await miaWrites();
    tab.changeSessionElsewhere(sessionOf('sam'));
    expect(tab.readDraft(key)).toBeNull();
    expect(allStored()).not.toContain('pie');
  });

  test('deletes the drafts when another user signs in before this tab reloads', async () => {
    await miaWrites();
    localStorage.setItem('user', JSON.stringify(sessionOf('sam').user));
    localStorage.setItem('token', sessionOf('sam').token);
    const tab = await openTab();
    expect(tab.readDraft(key)).toBeNull();
    expect(allStored()).not.toContain('pie');
  });
});

describe('a field on the screen', () => {
  test('hides a draft when the session ends in another tab, and shows it again to its author', async () => {
    const tab = await miaWrites();
    const shown = tab.show();
    tab.changeSessionElsewhere(null);
    expect(shown()).toBe('');
    tab.changeSessionElsewhere(sessionOf('mia'));
    expect(shown()).toBe('Half a pie');
  });

  test('does not show the draft to the next user', async () => {
    const tab = await miaWrites();
    const shown = tab.show();
    tab.changeSessionElsewhere(sessionOf('sam'));
    expect(shown()).toBe('');
  });

  test('keeps what a visitor has written when they log in', async () => {
    const tab = await openTab();
    tab.writeDraft(key, 'A cake');
    const shown = tab.show();
    tab.changeSessionElsewhere(sessionOf('mia'));
    expect(shown()).toBe('A cake');
  });
});

test('a reload keeps the drafts of the signed-in user', async () => {
  await miaWrites();
  expect((await openTab()).readDraft(key)).toBe('Half a pie');
});

test('signing out here deletes the drafts', async () => {
  const tab = await miaWrites();
  tab.signOut();
  expect(allStored()).not.toContain('pie');
  tab.savedSession.set(sessionOf('mia'));
  expect(tab.readDraft(key)).toBeNull();
});

test('a draft that a visitor wrote is kept when they log in, and replaces their earlier one', async () => {
  const tab = await miaWrites();
  tab.changeSessionElsewhere(null);
  tab.writeDraft(key, 'A cake');
  tab.savedSession.set(sessionOf('mia'));
  expect(tab.readDraft(key)).toBe('A cake');
});

/** Mia discards the pie, but not the soup. Returns what was discarded. */
async function miaDiscards() {
  const tab = await miaWrites();
  tab.writeDraft('post.mia', 'Soup');
  const remembered = tab.rememberDrafts() ?? new Map();
  tab.writeDraft(key, undefined);
  return { ...tab, discarded: tab.deletedDrafts(remembered) };
}

test('drafts that were discarded are restored, and others stay as they are now', async () => {
  const { readDraft, writeDraft, restoreDrafts, discarded } = await miaDiscards();
  // It was sent meanwhile.
  writeDraft('post.mia', undefined);
  expect(restoreDrafts(discarded).size).toBe(0);
  expect([readDraft(key), readDraft('post.mia')]).toEqual(['Half a pie', null]);
});

test('a form that was opened again shows the restored draft', async () => {
  const { show, restoreDrafts, discarded } = await miaDiscards();
  const shown = show();
  expect(shown()).toBe('');
  restoreDrafts(discarded);
  expect(shown()).toBe('Half a pie');
});

test('what was written in the form that was opened again can be brought back', async () => {
  const { show, writeDraft, restoreDrafts, discarded } = await miaDiscards();
  writeDraft(key, 'A cake');
  const shown = show();
  const replaced = restoreDrafts(discarded);
  expect(shown()).toBe('Half a pie');
  restoreDrafts(replaced);
  expect(shown()).toBe('A cake');
});

test('a sign-out asks about all that it deletes: each draft that a person wrote in, once', async () => {
  const { countDrafts, writeDraft, signOut } = await miaWrites();
  const { keptDrafts } = await import('./kept-drafts.ts');
  writeDraft('recipe.1', { title: 'Half an edit' });
  writeDraft('recipe.2.adapted', { title: '', ingredients: [{ name: 'Half an adaptation' }] });
  writeDraft('comment.mia.pie', 'Half a comment');
  writeDraft('comment-photos.mia.pie', [{ id: 'its photo' }]);
  writeDraft('form-key.recipe.1', { form: '{}', key: 'the key of a form' });
  writeDraft('comment.mia.soup', ' ');
  expect(countDrafts()).toBe(4);
  keptDrafts.keep({ uid: 'mia', kind: 'recipe' }, 'pie', { title: 'Half a pie' });
  writeDraft(key, { title: 'Half a pie', draftId: 'pie' });
  writeDraft('recipe.import', 'Half a pie: one half');
  expect(countDrafts()).toBe(4);
  writeDraft('post.mia', { type: 'text', title: '', content: '', photos: [] });
  expect(countDrafts()).toBe(4);
  signOut();
  expect(countDrafts()).toBe(0);
  expect(allStored() + Object.values(localStorage).join()).not.toContain('Half');
});
