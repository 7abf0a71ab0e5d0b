import { beforeEach, expect, test, vi } from 'vitest';
import { openAs, sessionOf, stubTab } from '../../../tests/support/signed-in-page.ts';

vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

beforeEach(() => {
  stubTab();
});

test('a comment on a recipe that waits when the session ends is a draft when its author is back', async () => {
  const { savedSession, readDraft, pendingChanges } = await openAs('mia', async () => ({
    ...(await import('../../lib/drafts.ts')),
    ...(await import('../../lib/sync/pending-changes.ts')),
    ...(await import('./reactions.ts')),
  }));
  const comment = {
    id: 'c1',
    text: 'Lovely!',
    authorId: 'mia',
    authorName: 'Mia',
    createdAt: '2026-10-01T18:40:00.000Z',
  };
  const text = { verb: 'Comment on', what: 'Pie' };
  pendingChanges.add(['recipes', 'reactions', 'mia', 'pie'], 'mia', { kind: 'comment', comment }, text);
  savedSession.set(null);
  expect(readDraft('comment.mia.pie')).toBeNull();
  savedSession.set(sessionOf('mia'));
  expect(readDraft('comment.mia.pie')).toBe('Lovely!');
});
