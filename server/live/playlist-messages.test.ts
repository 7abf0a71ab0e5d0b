import { describe, expect, test } from 'vitest';
import { batch, eventsOf, type GivenEvent } from '../../tests/support/applied-batches.ts';
import { samplePlaylist } from '../../tests/support/sample-playlist.ts';
import type { Playlist } from '../core/contracts/playlists.ts';
import { liveMessages } from './messages.ts';

const playlistId = '0b6f1e5a-0000-7000-8000-00000000000b';
const playlist = samplePlaylist(playlistId);
const hidden = { ...playlist, isPrivate: true };
const onPlaylist = (type: string, actor?: string): GivenEvent => [`playlist-${playlistId}`, type, {}, actor];
/** @param leavesPublic whether the batch removes the playlist from the public ones */
const messagesFor = (happened: GivenEvent[], after?: Playlist, leavesPublic = false) => {
  const documents = after ? { [`playlists/${playlistId}`]: after } : {};
  return liveMessages(
    batch('playlists', eventsOf(7, happened), documents, leavesPublic ? [`public/${playlistId}`] : []),
  );
};

describe('playlists', () => {
  test('sends a public playlist to all once, as it is after the batch', () => {
    const happened = [onPlaylist('PlaylistRevised'), onPlaylist('RecipeAddedToPlaylist')];
    expect(messagesFor(happened, playlist)).toEqual([
      { room: 'community', message: { kind: 'playlist.changed', position: '8', playlist } },
    ]);
  });

  test('sends all clients a card with its recipes and their number, and the owner the whole playlist', () => {
    const recipes = ['r1', 'r2', 'r3', 'r4'].map((id) => ({ id, title: id, cuisine: '' }));
    const card = { ...playlist, recipes: recipes.slice(0, 3), recipeCount: 4 };
    expect(messagesFor([onPlaylist('RecipeAddedToPlaylist')], { ...playlist, recipes })).toEqual([
      { room: 'community', message: { kind: 'playlist.changed', position: '7', playlist: card } },
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: { ...playlist, recipes } } },
    ]);
    expect(messagesFor([onPlaylist('RecipeAddedToPlaylist')], { ...hidden, recipes })).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: { ...hidden, recipes } } },
    ]);
  });

  test('sends a private playlist to its owner only', () => {
    expect(messagesFor([onPlaylist('PlaylistRevised'), onPlaylist('PlaylistLiked')], hidden)).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.liked', position: '8', playlistId, revision: '1', liked: true } },
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '8', playlist: hidden } },
    ]);
  });

  test('sends the owner’s like after the playlist if they were recorded together', () => {
    expect(messagesFor([onPlaylist('PlaylistCreated'), onPlaylist('PlaylistLiked')], playlist)).toEqual([
      { room: 'community', message: { kind: 'playlist.changed', position: '8', playlist } },
      { room: 'user:mia', message: { kind: 'playlist.liked', position: '8', playlistId, revision: '1', liked: true } },
    ]);
  });

  test('sends others only `playlist.hidden` when a playlist becomes private', () => {
    expect(messagesFor([onPlaylist('PlaylistRevised')], hidden, true)).toEqual([
      { room: 'community', message: { kind: 'playlist.hidden', position: '7', playlistId, revision: '4' } },
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: hidden } },
    ]);
  });

  test('merges several likes into one message to all, after one to each user who liked', () => {
    const likes = [['Liked', 'ben'] as const, ['Unliked', 'zoe'] as const, ['Unliked', 'ben'] as const];
    const liked = { kind: 'playlist.liked', playlistId, liked: false };
    expect(
      messagesFor(
        likes.map(([type, actor]) => onPlaylist(`Playlist${type}`, actor)),
        playlist,
      ),
    ).toEqual([
      { room: 'user:ben', message: { ...liked, position: '9', revision: '2' } },
      { room: 'user:zoe', message: { ...liked, position: '8', revision: '1' } },
      {
        room: 'community',
        message: { kind: 'playlist.likes', position: '9', playlistId, from: null, revision: '2', likeCount: 2 },
      },
    ]);
  });

  test('sends the likes of a private playlist to its owner only', () => {
    expect(messagesFor([onPlaylist('PlaylistLiked')], hidden)).toMatchObject([
      { room: 'user:mia', message: { kind: 'playlist.liked' } },
      { room: 'user:mia', message: { kind: 'playlist.likes', likeCount: 2 } },
    ]);
  });

  test('sends only the deletion of a deleted playlist', () => {
    expect(messagesFor([onPlaylist('PlaylistLiked'), onPlaylist('PlaylistDeleted')], undefined, true)).toEqual([
      { room: 'community', message: { kind: 'playlist.deleted', position: '8', playlistId } },
    ]);
  });

  test('sends changes and the deletion of a private playlist to its owner only', () => {
    expect(messagesFor([onPlaylist('PlaylistRevised')], hidden)).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.changed', position: '7', playlist: hidden } },
    ]);
    expect(messagesFor([onPlaylist('PlaylistRevised'), onPlaylist('PlaylistDeleted')])).toEqual([
      { room: 'user:mia', message: { kind: 'playlist.deleted', position: '8', playlistId } },
    ]);
  });
});
