/** What moderators hide leaves the public collections and indexes, and a restoration brings it back as if it had stayed. */
import { describe, expect, test } from 'vitest';
import { eventsOf, type GivenEvent } from '../../tests/support/applied-batches.ts';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { foldedModel, membersOf } from '../../tests/support/folded-model.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { playlistsProjection } from './playlists.ts';
import { postsProjection } from './posts.ts';
import type { Projection } from './projection.ts';
import { recipeReactionsProjection } from './recipe-reactions.ts';
import { recipesProjection } from './recipes.ts';
import { playlistsModel } from './stored-playlists.ts';
import { postsModel } from './stored-posts.ts';

const moderated =
  (type: string) =>
  (caseId: string): GivenEvent => [`moderation-${caseId}`, type, { authorId: 'mia', reason: 'Raw' }, 'dee'];
const hide = moderated('ContentHidden');
const restore = moderated('ContentRestored');
const named = (uid: string, username: string, type = 'ProfileRevised'): GivenEvent => [
  `profile-${uid}`,
  type,
  { username, avatar: null },
  uid,
];

/** The documents, without the positions of their last changes, and the indexes. */
function contents(definition: Projection, given: readonly GivenEvent[], isFolded: (stream: string) => boolean) {
  const model = new MemoryReadModels().open(definition);
  const events = eventsOf(1, given).filter(({ stream }) => isFolded(stream));
  new LocalFold(definition, model.local, undefined, () => {}).apply(events, 1_000n);
  const found = Object.entries(contentsOf(model))
    // Who may once have commented: it is read when the document is removed.
    .filter(([name]) => !name.startsWith('index uncommented-by:'))
    .map(([name, text]) => [name, text.slice(text.indexOf(' ') + 1)]);
  return Object.fromEntries(found);
}

/** Expects that a history ends as if nobody had moderated anything in it. */
function expectUnmoderated(definition: Projection, given: readonly GivenEvent[]): void {
  const expected = contents(definition, given, (stream) => !stream.startsWith('moderation-'));
  expect(contents(definition, given, () => true)).toEqual(expected);
}

describe('a post', () => {
  const on = (type: string, data: object = {}, actor = 'mia'): GivenEvent => ['post-1', type, data, actor];
  const long = `#soup ${'Stir slowly. '.repeat(400)}`;
  const written = (tag: string) => ({ title: 'Soup', body: { type: 'text', content: `#${tag} ${long}` } });
  const comment = (commentId: string, actor: string) => on('CommentAdded', { commentId, text: 'Mm' }, actor);
  const published = [
    named('mia', 'Mia', 'ProfileCreated'),
    named('sam', 'Sam', 'ProfileCreated'),
    on('PostPublished', written('leek')),
    comment('own', 'mia'),
    ...Array.from({ length: 22 }, (_, n) => comment(`c${n}`, 'sam')),
  ];

  test('that is restored is as if it had stayed, whatever happened to it meanwhile', () => {
    expectUnmoderated(postsProjection, [
      ...published,
      hide('post:1'),
      named('mia', 'Miranda'),
      on('PostRevised', written('pea')),
      on('PostLiked', {}, 'sam'),
      comment('late', 'zoe'),
      // They have nothing else that is shown now.
      on('CommentDeleted', { commentId: 'own' }),
      restore('post:1'),
    ]);
    const renamed = [hide('post:1'), named('mia', 'Miranda'), restore('post:1')];
    expectUnmoderated(postsProjection, [on('PostPublished', written('leek')), ...renamed]);
  });

  test('whose comments are restored shows them at their places, by their present names', () => {
    expectUnmoderated(postsProjection, [
      ...published,
      ...['c0', 'c5', 'c21'].map((id) => hide(`postComment:1:${id}`)),
      named('sam', 'Samuel'),
      comment('late', 'zoe'),
      ...['c0', 'c5', 'c21'].map((id) => restore(`postComment:1:${id}`)),
    ]);
  });

  test('that is hidden is on no page, with none of its hashtags', async () => {
    const model = foldedModel(postsProjection, [...published, hide('post:1'), on('PostRevised', written('pea'))]);
    const pages = [postsModel.feed, postsModel.writtenBy('mia'), ...['leek', 'pea', 'soup'].map(postsModel.taggedWith)];
    expect(await Promise.all(pages.map((index) => membersOf(model, index)))).toEqual(pages.map(() => []));
    expect(await model.getMany(postsModel.posts, ['1', postsModel.contentOf('1')])).toEqual([undefined, undefined]);
  });

  test('leaves nothing when its author deletes it, hidden or with hidden comments', () => {
    const [mia, sam] = [named('mia', 'Mia', 'ProfileCreated'), named('sam', 'Sam', 'ProfileCreated')];
    const people = contentsOf(foldedModel(postsProjection, [mia, sam]));
    const hidden = [hide('postComment:1:c3'), hide('postComment:1:c4'), hide('post:1')];
    const model = foldedModel(postsProjection, [...published, ...hidden, on('PostDeleted')]);
    expect(contentsOf(model)).toEqual(people);
  });
});

describe('a recipe', () => {
  const texts = { title: 'Soup', author: null, description: '', cuisine: '', ingredients: [], instructions: [] };
  const text = {
    ...texts,
    media: { type: 'image', picture: null },
    cookingTime: null,
    servings: null,
    difficulty: null,
  };
  const published: GivenEvent[] = [named('mia', 'Mia', 'ProfileCreated'), ['recipe-1', 'RecipePublished', text, 'mia']];
  const revised: GivenEvent = ['recipe-1', 'RecipeRevised', { ...text, title: 'Stew' }, 'mia'];

  test('that is restored is as if it had stayed, whatever happened to it meanwhile', () => {
    const meanwhile = [revised, named('mia', 'Miranda')];
    expectUnmoderated(recipesProjection, [...published, hide('recipe:1'), ...meanwhile, restore('recipe:1')]);
  });

  test('leaves nothing when its author withdraws it while it is hidden', () => {
    expectUnmoderated(recipesProjection, [...published, hide('recipe:1'), ['recipe-1', 'RecipeWithdrawn', {}, 'mia']]);
  });

  test('whose comments are restored shows them at their places, by their present names', () => {
    const on = (type: string, actor: string, data: object = {}): GivenEvent => ['recipeReactions-1', type, data, actor];
    const comment = (commentId: string, actor: string) => on('RecipeCommentAdded', actor, { commentId, text: 'Mm' });
    const commented = [named('sam', 'Sam', 'ProfileCreated'), ...['c0', 'c1', 'c2'].map((id) => comment(id, 'sam'))];
    const history = [...commented, hide('recipeComment:1:c0'), hide('recipeComment:1:c1'), named('sam', 'Samuel')];
    const restored = [restore('recipeComment:1:c0'), restore('recipeComment:1:c1')];
    expectUnmoderated(recipeReactionsProjection, [...history, comment('c3', 'zoe'), ...restored]);
    const deleted = on('RecipeCommentDeleted', 'sam', { commentId: 'c1' });
    expectUnmoderated(recipeReactionsProjection, [...history, deleted, restore('recipeComment:1:c0')]);
  });
});

describe('a playlist', () => {
  const on = (type: string, data: object = {}): GivenEvent => ['playlist-1', type, data, 'mia'];
  const details = (isPrivate: boolean) => ({ name: 'Soups', description: '', isPrivate });
  const media = { type: 'image', picture: null };
  const publish = (id: string, title = 'Soup'): GivenEvent => [
    `recipe-${id}`,
    'RecipePublished',
    { title, cuisine: '', media },
    'mia',
  ];
  const ids = ['a', 'b', 'c'];
  const created = (isPrivate: boolean) => [
    ...ids.map((id) => publish(id)),
    on('PlaylistCreated', { ...details(isPrivate), recipeIds: ids }),
  ];

  test.each([
    ['was public', false, []],
    ['was private', true, []],
    ['became public meanwhile', true, [on('PlaylistRevised', details(false))]],
    ['became private meanwhile', false, [on('PlaylistRevised', details(true))]],
    ['was renamed and liked meanwhile', false, [named('mia', 'Miranda'), on('PlaylistLiked')]],
    ['was deleted meanwhile', false, [on('PlaylistDeleted')]],
  ])('that is restored is as if it had stayed: one that %s', async (_, isPrivate, meanwhile) => {
    const hidden = [...created(isPrivate), hide('playlist:1'), ...meanwhile];
    const model = foldedModel(playlistsProjection, hidden);
    expect(await membersOf(model, playlistsModel.public)).toEqual([]);
    expect(await membersOf(model, playlistsModel.publicOwnedBy('mia'))).toEqual([]);
    const publicScores = (text: string) => text.replaceAll(/\d+(?=[\],])/g, '');
    const [actual, expected] = [() => true, (stream: string) => !stream.startsWith('moderation-')].map((isFolded) => {
      const found = contents(playlistsProjection, [...hidden, restore('playlist:1')], isFolded);
      // It is back among its owner's public ones as of its restoration.
      const index = 'index public-of:mia';
      return { ...found, ...(found[index] && { [index]: publicScores(found[index]) }) };
    });
    expect(actual).toEqual(expected);
  });

  test.each([
    ['nothing', []],
    ['a revision of it', [['recipe-b', 'RecipeRevised', { title: 'Stew', cuisine: '', media }, 'mia'] as GivenEvent]],
    ['its removal from the playlist', [on('RecipeRemovedFromPlaylist', { recipeId: 'b' })]],
    ['its withdrawal', [['recipe-b', 'RecipeWithdrawn', {}, 'mia'] as GivenEvent]],
    ['the deletion of the playlist', [on('PlaylistDeleted')]],
  ])('shows a recipe that is restored at its place, after %s meanwhile', (_, meanwhile) => {
    expectUnmoderated(playlistsProjection, [...created(false), hide('recipe:b'), ...meanwhile, restore('recipe:b')]);
  });
});
