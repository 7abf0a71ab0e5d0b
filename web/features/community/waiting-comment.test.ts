import { beforeEach, expect, test, vi } from 'vitest';
import { openAs, sessionOf, stubTab } from '../../../tests/support/signed-in-page.ts';

vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

beforeEach(() => {
  stubTab();
});

const photo = { id: 'p', alt: '', placeholder: '', pictures: [] };
const comment = {
  ...{ id: 'c1', text: 'Lovely!', photos: [photo] },
  ...{ authorId: 'mia', authorName: 'Mia', createdAt: '2026-10-01T18:40:00.000Z' },
};

const loadDrafts = () => import('../../lib/drafts.ts');
const loadChanges = () => import('../../lib/sync/pending-changes.ts');

/** A page of Mia's, where a comment on a post waits for a response. @param first whose modules learn first that a user leaves */
async function commentWaits(first: () => Promise<unknown> = loadDrafts) {
  const page = await openAs('mia', async () => {
    await first();
    return { ...(await loadDrafts()), ...(await loadChanges()), ...(await import('./api.ts')) };
  });
  page.posts.change(['mia', 'pie'], { kind: 'comment', comment });
  const drafts = () => ['comment', 'comment-photos'].map((kind) => page.readDraft(`${kind}.mia.pie`));
  return { ...page, drafts };
}

test.each([
  ['drafts', loadDrafts],
  ['pending changes', loadChanges],
])('a comment that waits when the session ends is a draft when its author is back: %s first', async (_, first) => {
  const { savedSession, drafts, pendingChanges, writeDraft } = await commentWaits(first);
  writeDraft('comment.mia.pie', 'How long did it bake?');
  savedSession.set(null);
  expect([drafts(), pendingChanges.waitingCount()]).toEqual([[null, null], 0]);
  savedSession.set(sessionOf('mia'));
  expect(drafts()).toEqual(['Lovely! How long did it bake?', [photo]]);
});

test.each([
  ['drafts', loadDrafts],
  ['pending changes', loadChanges],
])('a comment that waits is deleted when another user replaces its author: %s first', async (_, first) => {
  const { savedSession, drafts } = await commentWaits(first);
  savedSession.set(sessionOf('sam'));
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Lovely');
  savedSession.set(sessionOf('mia'));
  expect(drafts()).toEqual([null, null]);
});

test.each([
  ['drafts', loadDrafts],
  ['pending changes', loadChanges],
])('a sign-out here deletes a comment that waits: %s first', async (_, first) => {
  const { savedSession, signOut, drafts } = await commentWaits(first);
  signOut();
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Lovely');
  savedSession.set(sessionOf('mia'));
  expect(drafts()).toEqual([null, null]);
});
