/** Recipients of a playlist's messages, from the events on: with both ways of folding, in batches of different sizes. */
import { describe, expect, test } from 'vitest';
import { playlistShelves } from '../../projections/definitions/playlists.ts';
import { community, type Room, userRoom } from '../../server/live/rooms.ts';
import { eventsOf, type Happened } from '../support/applied-batches.ts';
import { folds, momentsOf } from '../support/live-line.ts';

const data = (isPrivate: boolean, name = 'Soups') => ({ name, description: '', isPrivate });
const happened = (type: string, data: object = {}): Happened => ['playlist-1', type, data, 'mia'];
const created = (isPrivate: boolean) => happened('PlaylistCreated', { ...data(isPrivate), recipeIds: [] });
const revised = (isPrivate: boolean, name?: string) => happened('PlaylistRevised', data(isPrivate, name));

const visitor = (room: Room) => room === community;
const owner = (room: Room) => room === community || room === userRoom('mia');

describe.each(folds)('folded %s', (_, newFold) => {
  /** The kinds of messages, batch by batch. */
  const kinds = async (batches: Happened[][], receives: (room: Room) => boolean) => {
    let position = 1;
    const numbered = batches.map((batch) => {
      const events = eventsOf(position, batch);
      position += batch.length;
      return events;
    });
    const moments = await momentsOf(newFold, playlistShelves, numbered, async () => undefined, receives);
    return moments.slice(1).map(({ messages }) => messages.map(({ kind }) => kind));
  };

  const alwaysPrivate = [
    created(true),
    revised(true, 'Broths'),
    happened('PlaylistLiked'),
    happened('PlaylistDeleted'),
  ];

  test('sends a visitor nothing about a playlist that was always private', async () => {
    expect(await kinds([alwaysPrivate], visitor)).toEqual([[]]);
    const oneByOne = alwaysPrivate.map((one) => [one]);
    expect(await kinds(oneByOne, visitor)).toEqual([[], [], [], []]);
    expect(await kinds(oneByOne, owner)).toEqual([
      ['playlist.changed'],
      ['playlist.changed'],
      ['playlist.likes', 'playlist.liked'],
      ['playlist.deleted'],
    ]);
  });

  test('sends a visitor one message when a playlist is hidden, and none afterwards', async () => {
    const batches = [[created(false)], [revised(true)], [revised(true, 'Broths')], [happened('PlaylistDeleted')]];
    expect(await kinds(batches, visitor)).toEqual([['playlist.changed'], ['playlist.hidden'], [], []]);
  });

  test('sends a visitor the deletion of a public playlist, even if it was hidden just before', async () => {
    const deleted = happened('PlaylistDeleted');
    expect(await kinds([[created(false)], [deleted]], visitor)).toEqual([['playlist.changed'], ['playlist.deleted']]);
    expect(await kinds([[created(false)], [revised(true), deleted]], visitor)).toEqual([
      ['playlist.changed'],
      ['playlist.deleted'],
    ]);
  });
});
