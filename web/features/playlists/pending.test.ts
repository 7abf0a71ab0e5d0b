import { expect, test } from 'vitest';
import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { withPending } from './pending.ts';

const playlist = (likeCount: number, likedByMe: boolean): Playlist => ({
  id: 'a',
  name: 'Slow',
  description: '',
  isPrivate: false,
  ownerId: 'mia',
  ownerName: 'Mia',
  createdAt: '2026-11-20T10:00:00.000Z',
  likeCount,
  likedByMe,
  recipes: [],
});
const press = (liked: boolean, shownCount: number) => ({ key: `${liked} ${shownCount}`, liked, shownCount });

test.each([
  ['a like that the server has not counted yet', playlist(3, false), [press(true, 3)], 4, true],
  ['a like that the server has counted already', playlist(4, true), [press(true, 3)], 4, true],
  ['a like that others have joined', playlist(7, true), [press(true, 3)], 7, true],
  ['a like taken back', playlist(3, true), [press(false, 3)], 2, false],
  ['a like taken back that the server no longer counts', playlist(2, false), [press(false, 3)], 2, false],
  ['a like and its taking back', playlist(3, false), [press(true, 3), press(false, 4)], 3, false],
  ['a like taken back of which the server knows nothing', playlist(0, false), [press(false, 0)], 0, false],
])('%s counts once', (_, known, requests, likeCount, likedByMe) => {
  expect(withPending(known, requests)).toMatchObject({ likeCount, likedByMe });
});
