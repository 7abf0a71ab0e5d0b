import { describe, expect, test } from 'vitest';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { documentOf, foldedModel, membersOf } from '../../tests/support/folded-model.ts';
import { playlistsProjection } from './playlists.ts';
import { type PlaylistDocument, playlistsModel } from './stored-playlists.ts';

const on = (id: string, type: string, data: object = {}, actor = 'mia'): GivenEvent => [
  `playlist-${id}`,
  type,
  data,
  actor,
];
const details = (isPrivate: boolean) => ({ name: 'Soups', description: '', isPrivate });
const created = (id: string, isPrivate = false) => on(id, 'PlaylistCreated', { ...details(isPrivate), recipeIds: [] });
const revised = (id: string, isPrivate: boolean) => on(id, 'PlaylistRevised', details(isPrivate));
const liked = (id: string, actor: string) => on(id, 'PlaylistLiked', {}, actor);

/** The indexes that playlist pages read. */
async function indexes(...events: GivenEvent[]) {
  const model = foldedModel(playlistsProjection, events);
  return {
    public: await membersOf(model, playlistsModel.public),
    publicOf: await membersOf(model, playlistsModel.publicOwnedBy('mia')),
    own: await membersOf(model, playlistsModel.ownedBy('mia')),
  };
}

describe('playlists', () => {
  test('a playlist made private leaves the public lists and stays in its owner’s', async () => {
    const history = [created('a'), created('b'), liked('b', 'sam'), revised('b', true)];
    expect(await indexes(...history)).toEqual({ public: ['a'], publicOf: ['a'], own: ['b', 'a'] });
    expect(await indexes(...history, revised('b', true))).toMatchObject({ public: ['a'], publicOf: ['a'] });
    expect(await indexes(...history, revised('b', false))).toMatchObject({ public: ['b', 'a'], publicOf: ['b', 'a'] });
  });

  test('likes of a private playlist are counted and do not make it public', async () => {
    const history = [created('a', true), liked('a', 'mia')];
    expect(await indexes(...history)).toEqual({ public: [], publicOf: [], own: ['a'] });
    const hidden = [created('b'), revised('b', true), liked('b', 'mia'), on('b', 'PlaylistUnliked')];
    expect(await indexes(...hidden)).toEqual({ public: [], publicOf: [], own: ['b'] });
    const model = foldedModel(playlistsProjection, history);
    expect(await documentOf<PlaylistDocument>(model, playlistsModel.playlists, 'a')).toMatchObject({ likeCount: 1 });
  });

  test('sorts equally liked playlists by creation, newest first, regardless of later changes', async () => {
    const history = [created('a'), created('b'), created('c'), revised('a', false)];
    expect(await indexes(...history)).toMatchObject({ public: ['c', 'b', 'a'], publicOf: ['c', 'b', 'a'] });
    // Not by the ids.
    const sorted = ['a', 'c', 'b'];
    const others = [created('b'), created('c'), created('a')];
    expect(await indexes(...others)).toEqual({ public: sorted, publicOf: sorted, own: sorted });
    const likes = [liked('a', 'sam'), liked('b', 'sam')];
    expect((await indexes(...history, ...likes)).public).toEqual(['b', 'a', 'c']);
    const unliked = on('a', 'PlaylistUnliked', {}, 'sam');
    expect((await indexes(...history, ...likes, unliked)).public).toEqual(['b', 'c', 'a']);
  });

  test('ranks one more like above any age', async () => {
    const [first, ...later] = Array.from({ length: 30 }, (_, n) => created(`p${n}`));
    if (!first) throw new Error('No playlist was created');
    const order = (await indexes(first, ...later, liked('p0', 'sam'))).public;
    expect([order[0], order[1]]).toEqual(['p0', 'p29']);
  });

  test('raises the revision of a playlist by its own events only', async () => {
    const revisionAfter = async (...events: GivenEvent[]) => {
      const model = foldedModel(playlistsProjection, [created('other'), created('a'), ...events]);
      return (await documentOf<PlaylistDocument>(model, playlistsModel.playlists, 'a'))?.revision;
    };
    expect(await revisionAfter()).toBe('0');
    const changes = [
      revised('a', false),
      liked('a', 'sam'),
      on('a', 'PlaylistUnliked', {}, 'sam'),
      on('a', 'RecipeAddedToPlaylist', { recipeId: 'withdrawn-since' }),
      on('a', 'RecipeRemovedFromPlaylist', { recipeId: 'withdrawn-since' }),
    ];
    for (const count of changes.keys())
      expect(await revisionAfter(...changes.slice(0, count + 1))).toBe(`${count + 1}`);
    const renamed: GivenEvent = ['profile-mia', 'ProfileCreated', { username: 'Mia B.', avatar: null }];
    expect(await revisionAfter(liked('a', 'sam'), renamed, liked('other', 'sam'))).toBe('1');
  });

  test.each([false, true])('a deleted playlist leaves nothing in the read model (private: %s)', (isPrivate) => {
    const model = foldedModel(playlistsProjection, [
      created('a', isPrivate),
      liked('a', 'sam'),
      on('a', 'RecipeAddedToPlaylist', { recipeId: 'withdrawn-since' }),
      on('a', 'PlaylistDeleted'),
    ]);
    expect(contentsOf(model)).toEqual({});
  });
});
