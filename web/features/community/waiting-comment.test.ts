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

/** The same, where the comment was refused and is shown as *Not saved*. */
async function commentIsRefused(first?: () => Promise<unknown>) {
  const page = await commentWaits(first);
  const { refusedChanges } = await import('../../lib/sync/refused-changes.ts');
  const waiting = page.pendingChanges.all();
  for (const { document } of waiting) page.pendingChanges.remove(document, () => true);
  refusedChanges.add(waiting.map((each) => ({ ...each, refusal: { reason: 'No.', code: 'NO', cause: each.key } })));
  return { ...page, refusedChanges };
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
])('a comment that was not saved is a draft, too, when its author is back: %s first', async (_, first) => {
  const { savedSession, drafts, refusedChanges } = await commentIsRefused(first);
  expect(refusedChanges.all()).toHaveLength(1);
  savedSession.set(null);
  expect([drafts(), refusedChanges.all()]).toEqual([[null, null], []]);
  savedSession.set(sessionOf('mia'));
  expect(drafts()).toEqual(['Lovely!', [photo]]);
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
