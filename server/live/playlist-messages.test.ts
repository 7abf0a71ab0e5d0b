import { describe, expect, test } from 'vitest';
import { batch, eventsOf, type Happened } from '../../tests/support/applied-batches.ts';
import type { Playlist } from '../core/contracts/playlists.ts';
import { liveMessages } from './messages.ts';

const playlistId = '0b6f1e5a-0000-7000-8000-00000000000b';
const playlist: Playlist = {
  id: playlistId,
  name: 'Sunday slow',
  description: '',
  isPrivate: false,
  ownerId: 'mia',
  ownerName: 'Mia',
  createdAt: '2026-11-20T10:00:00.000Z',
  likeCount: 2,
  recipes: [],
};
const hidden = { ...playlist, isPrivate: true };
const onPlaylist = (type: string, actor?: string): Happened => [`playlist-${playlistId}`, type, {}, actor];
/** @param leaves the public playlists, where it was seen by all */
const told = (happened: Happened[], after?: Playlist, leaves = false) => {
  const documents = after ? { [`playlists/${playlistId}`]: after } : {};
  return liveMessages(batch('playlists', eventsOf(7, happened), documents, leaves ? [`public/${playlistId}`] : []));
};

describe('playlists', () => {
  test('a public one is told to everybody once, as it is after the batch', () => {
    const happened = [onPlaylist('PlaylistCreated'), onPlaylist('RecipeAddedToPlaylist')];
    expect(told(happened, playlist)).toEqual([
      { room: 'community', message: { kind: 'playlist.changed', position: '8', playlist } },
    ]);
  });

  test('of more recipes than a card shows, everybody gets those of the card and their number, the owner all', () => {
    const recipes = ['r1', 'r2', 'r3', 'r4'].map((id) => ({ id, title: id, cuisine: '' }));
    const card = { ...playlist, recipes: recipes.slice(0, 3), recipeCount: 4 };
    expect(told([onPlaylist('RecipeAddedToPlaylist')], { ...playlist, recipes })).toEqual([
      { room: 'community', message: { kind: 'playlist.changed', position: '7', playlist: card } },
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: { ...playlist, recipes } } },
    ]);
    expect(told([onPlaylist('RecipeAddedToPlaylist')], { ...hidden, recipes })).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: { ...hidden, recipes } } },
    ]);
  });

  test('a private one is told to its owner alone', () => {
    expect(told([onPlaylist('PlaylistCreated'), onPlaylist('PlaylistLiked')], hidden)).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '8', playlist: hidden } },
      { room: 'user:mia', message: { kind: 'playlist.likes', position: '8', playlistId, likeCount: 2 } },
      { room: 'user:mia', message: { kind: 'playlist.liked', position: '8', playlistId, liked: true } },
    ]);
  });

  test('of one that becomes private, the others hear only that it is', () => {
    expect(told([onPlaylist('PlaylistRevised')], hidden, true)).toEqual([
      { room: 'community', message: { kind: 'playlist.hidden', position: '7', playlistId } },
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: hidden } },
    ]);
  });

  test('several likes are one message to everybody, and one to each who liked', () => {
    const likes = [onPlaylist('PlaylistLiked', 'ben'), onPlaylist('PlaylistUnliked', 'zoe')];
    expect(told(likes, playlist)).toEqual([
      { room: 'community', message: { kind: 'playlist.likes', position: '8', playlistId, likeCount: 2 } },
      { room: 'user:ben', message: { kind: 'playlist.liked', position: '8', playlistId, liked: true } },
      { room: 'user:zoe', message: { kind: 'playlist.liked', position: '8', playlistId, liked: false } },
    ]);
  });

  test('of a deleted one nothing else is told', () => {
    expect(told([onPlaylist('PlaylistLiked'), onPlaylist('PlaylistDeleted')], undefined, true)).toEqual([
      { room: 'community', message: { kind: 'playlist.deleted', position: '8', playlistId } },
    ]);
  });

  test('of one that was always private, nobody but its owner learns of a change or of its end', () => {
    expect(told([onPlaylist('PlaylistRevised')], hidden)).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: hidden } },
    ]);
    expect(told([onPlaylist('PlaylistRevised'), onPlaylist('PlaylistDeleted')])).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.deleted', position: '8', playlistId } },
    ]);
  });
});
