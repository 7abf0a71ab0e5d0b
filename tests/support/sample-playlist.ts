import type { Playlist } from '../../server/core/contracts/playlists.ts';

/** A public playlist of Mia's without recipes, as pushed to all browsers. */
export const samplePlaylist = (id: string, change: Partial<Playlist> = {}): Playlist => ({
  id,
  revision: '4',
  name: id,
  description: '',
  isPrivate: false,
  ownerId: 'mia',
  ownerName: 'Mia',
  createdAt: '2026-11-20T10:00:00.000Z',
  likeCount: 2,
  recipes: [],
  ...change,
});
