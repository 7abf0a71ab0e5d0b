import { expect, test, vi } from 'vitest';
import { receive } from '../../tests/support/live-connection.ts';
import { followOwnModeration, ownModerationQuery } from './own-moderation.ts';
import { queryClient } from './query-client.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('./live.ts', async () => (await import('../../tests/support/live-connection.ts')).live);

test('what moderators have decided about the user is fetched again after each decision', () => {
  vi.stubGlobal('reportError', () => undefined);
  followOwnModeration();
  const { queryKey } = ownModerationQuery('mia');
  queryClient.setQueryData(queryKey, JSON.parse('{}'));
  receive({ kind: 'post.deleted', position: '1', postId: 'pie' });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  receive({ kind: 'moderation.changed', position: '2' });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
