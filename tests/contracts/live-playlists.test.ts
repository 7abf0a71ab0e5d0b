/** The recipients of a playlist's messages, and the lists that they fold from them, with both kinds of folds. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { playlistsProjection } from '../../projections/definitions/playlists.ts';
import { playlistsModel } from '../../projections/definitions/stored-playlists.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { community, type Room, userRoom } from '../../server/live/rooms.ts';
import {
  addedPlaylist,
  foldPlaylist,
  isVisibleTo,
  type PlaylistList,
} from '../../web/features/playlists/fold-playlist.ts';
import type { CachedPlaylist } from '../../web/features/playlists/playlist-changes.ts';
import { addOwn, mapDocuments, type Pages } from '../../web/lib/sync/pages.ts';
import { eventsOf, type GivenEvent } from '../support/applied-batches.ts';
import { cuts, foldKinds, inBatches, momentsOf } from '../support/live-messages.ts';
import { playlistHistory } from '../support/playlist-histories.ts';
import { Spread } from '../support/spread.ts';

const data = (isPrivate: boolean, name = 'Soups') => ({ name, description: '', isPrivate });
const event = (type: string, data: object = {}): GivenEvent => ['playlist-1', type, data, 'mia'];
const created = (isPrivate: boolean) => event('PlaylistCreated', { ...data(isPrivate), recipeIds: [] });
const revised = (isPrivate: boolean, name?: string) => event('PlaylistRevised', data(isPrivate, name));

const visitor = (room: Room) => room === community;
const owner = (room: Room) => room === community || room === userRoom('mia');

describe.each(foldKinds)('folded %s', (_, newFold) => {
  /** The kinds of messages, batch by batch. */
  const kinds = async (batches: GivenEvent[][], receives: (room: Room) => boolean) => {
    let position = 1;
    const numbered = batches.map((batch) => {
      const events = eventsOf(position, batch);
      position += batch.length;
      return events;
    });
    const moments = await momentsOf(newFold, playlistsProjection, numbered, async () => undefined, receives);
    return moments.slice(1).map(({ messages }) => messages.map(({ kind }) => kind));
  };

  const alwaysPrivate = [created(true), revised(true, 'Broths'), event('PlaylistLiked'), event('PlaylistDeleted')];

  test('sends a visitor nothing about a playlist that was always private', async () => {
    expect(await kinds([alwaysPrivate], visitor)).toEqual([[]]);
    const oneByOne = alwaysPrivate.map((one) => [one]);
    expect(await kinds(oneByOne, visitor)).toEqual([[], [], [], []]);
    expect(await kinds(oneByOne, owner)).toEqual([
      ['playlist.changed'],
      ['playlist.changed'],
      ['playlist.liked', 'playlist.likes'],
      ['playlist.deleted'],
    ]);
  });

  test('sends a visitor one message when a playlist is hidden, and none afterwards', async () => {
    const batches = [[created(false)], [revised(true)], [revised(true, 'Broths')], [event('PlaylistDeleted')]];
    expect(await kinds(batches, visitor)).toEqual([['playlist.changed'], ['playlist.hidden'], [], []]);
  });

  test('sends a visitor the deletion of a public playlist, even if it was hidden just before', async () => {
    const deleted = event('PlaylistDeleted');
    expect(await kinds([[created(false)], [deleted]], visitor)).toEqual([['playlist.changed'], ['playlist.deleted']]);
    expect(await kinds([[created(false)], [revised(true), deleted]], visitor)).toEqual([
      ['playlist.changed'],
      ['playlist.deleted'],
    ]);
  });

  describe.each(['mia', 'sam'])('as %s sees them', (reader) => {
    const receives = (room: Room) => room === community || room === userRoom(reader);
    const lists: readonly PlaylistList[] = [
      [reader, 'own'],
      [reader, 'public'],
      [reader, 'one', 'mia', 'list'],
    ];
    const compared = new Spread();
    const gaps = new Spread();
    afterAll(() => {
      expect(compared.share(1)).toBeGreaterThan(0.35);
      // The owner misses likes only: other changes bring them the whole playlist.
      if (reader === 'sam') expect(gaps.share(1)).toBeGreaterThan(0.01);
    });

    /** Runs the check with the state fetched at a moment, all messages before and after it, and the final state. */
    const forAll = (check: (seen: Seen, gen: fc.GeneratorValue) => void) =>
      fc.assert(
        fc.asyncProperty(fc.tuple(playlistHistory, cuts), fc.gen(), async ([history, sizes], gen) => {
          const batches = inBatches(eventsOf(1, history), sizes);
          const moments = await momentsOf(
            newFold,
            playlistsProjection,
            batches,
            (model) => fetched(reader, model),
            receives,
          );
          const at = gen(fc.integer, { min: Math.min(1, moments.length - 1), max: moments.length - 1 });
          const messagesOf = (from: number, to?: number) => moments.slice(from, to).flatMap(({ messages }) => messages);
          const state = (n: number) => moments.at(n)?.state ?? [];
          check({ state: state(at), before: messagesOf(0, at + 1), after: messagesOf(at + 1), newest: state(-1) }, gen);
        }),
        { numRuns: 200 },
      );

    test('those fetched are the same after messages in any order, with any repetition', () =>
      forAll(({ state, before, after, newest }, gen) => {
        const all = [...before, ...after];
        const shuffled = gen(fc.shuffledSubarray<LiveMessage>, all, { minLength: all.length });
        const repeated = gen(fc.shuffledSubarray<LiveMessage>, all);
        const expected = newest.filter(({ id }) => state.some((playlist) => playlist.id === id));
        compared.add(expected.length);
        for (const list of lists) {
          const { pages, missed } = folded(state, [...shuffled, ...repeated], list, newest);
          if (list[1] === 'one') gaps.add(missed);
          expect(shown(pages, list).toSorted(byId)).toEqual(expected.map(onList(list)).toSorted(byId));
        }
      }));

    test('own ones, including new ones, are the same after the later messages in order', () =>
      forAll(({ state, after, newest }) => {
        const own = (playlists: Fetched) => playlists.filter(({ ownerId }) => ownerId === reader);
        const { pages } = folded(own(state), after, [reader, 'own'], newest, { adds: true });
        expect(shown(pages, [reader, 'own'])).toEqual(own(newest).map(onList([reader, 'own'])));
      }));
  });
});

type Fetched = readonly CachedPlaylist[];

interface Seen {
  readonly state: Fetched;
  readonly before: readonly LiveMessage[];
  readonly after: readonly LiveMessage[];
  readonly newest: Fetched;
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** Mia's playlists that the reader may see, newest first. */
async function fetched(reader: string, model: ReadModel): Promise<Fetched> {
  const entries = await model.range(playlistsModel.ownedBy('mia'), { direction: 'descending', limit: 100 });
  const ids = entries.map(({ member }) => member);
  const liked = await model.scores(playlistsModel.likedBy(reader), ids);
  const documents = await model.getMany(playlistsModel.playlists, ids);
  return documents
    .map(
      (document, at): CachedPlaylist => ({ ...JSON.parse(document?.json ?? ''), likedByMe: liked[at] !== undefined }),
    )
    .filter((playlist) => isVisibleTo(reader, playlist));
}

/** Folds messages as `syncedPages` does. Missed changes are fetched from the newest state. */
function folded(
  state: Fetched,
  messages: readonly LiveMessage[],
  list: PlaylistList,
  newest: Fetched,
  { adds = false } = {},
): { pages: Pages<CachedPlaylist>; missed: number } {
  let missed = 0;
  let pages: Pages<CachedPlaylist> = { items: state, unseen: [], nextCursor: null };
  for (const message of messages) {
    pages = mapDocuments(pages, (playlist) => {
      const after = foldPlaylist(playlist, message, list);
      if (after !== 'gap') return after === 'gone' ? undefined : after;
      missed++;
      return newest.find(({ id }) => id === playlist.id);
    });
    const added = adds ? addedPlaylist(message, list) : undefined;
    if (added) pages = addOwn(pages, added.document);
  }
  return { pages, missed };
}

const shown = ({ items: playlists }: Pages<CachedPlaylist>, list: PlaylistList) =>
  playlists.filter((playlist) => isVisibleTo(list[0], playlist)).map(onList(list));

/** What a screen shows of a playlist: cards of other users have the cover's recipes and the number of all. */
const onList =
  ([reader, list]: PlaylistList) =>
  ({ likedByMeRevision: _, likedByMe = false, ...playlist }: CachedPlaylist): CachedPlaylist => {
    const { recipes, recipeCount = recipes.length } = playlist;
    const isWhole = list === 'one' || playlist.ownerId === reader;
    return { ...playlist, likedByMe, recipeCount, recipes: isWhole ? recipes : recipes.slice(0, 3) };
  };
