import { expect, test, vi } from 'vitest';
import type { CommentPage } from '../../../server/core/contracts/community.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { api } from '../api-client.ts';
import { fetchOlderComments } from './fetch-older-comments.ts';

vi.mock('../live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

const comment = (id: string) => ({
  ...{ id, text: id, authorId: 'sam', authorName: 'Sam', authorAvatar: null, createdAt: '2026-10-01T18:40:00.000Z' },
});

/** The document's cursor while each fetch ends; it stays the last of them. */
function fetchWith(cursors: readonly string[], onFetch: () => void = () => undefined) {
  const left = [...cursors];
  let now = 'first';
  const added: [ids: string[], cursor: string][] = [];
  const get = vi.spyOn(api, 'get').mockImplementation(async () => {
    now = left.shift() ?? now;
    onFetch();
    return { data: { items: [comment('new'), comment('old')], nextCursor: null } };
  });
  const older = {
    path: '/comments',
    cursorNow: () => now,
    removedBy: () => ['old'],
    add: ({ items }: CommentPage, cursor: string) => void added.push([items.map(({ id }) => id), cursor]),
  };
  return { page: fetchOlderComments(older), added, get };
}

test('adds the page without what is deleted meanwhile', async () => {
  const { page, added } = fetchWith(['first'], () =>
    receive({ kind: 'comment.hidden', position: '1', of: 'post', id: 'post', commentId: 'old', count: 1 }),
  );
  expect((await page).items.map(({ id }) => id)).toEqual(['new']);
  expect(added).toEqual([[['new'], 'first']]);
});

test('fetches the page before the new cursor if the document was fetched again meanwhile', async () => {
  const { page, added, get } = fetchWith(['second', 'second']);
  await page;
  expect(get.mock.calls.map(([path]) => path)).toEqual(['/comments?cursor=first', '/comments?cursor=second']);
  expect(added).toEqual([[['new', 'old'], 'second']]);
});

test('gives up, and shows nothing, when the document is fetched again each time', async () => {
  const { page, added, get } = fetchWith(['2', '3', '4', '5', '6', '7']);
  expect(await page).toEqual({ items: [], nextCursor: null });
  expect([added, get.mock.calls.length]).toEqual([[], 5]);
});
