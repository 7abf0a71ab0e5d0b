import { describe, expect, test } from 'vitest';
import { recipesProjection } from '../../projections/definitions/recipes.ts';
import {
  batch,
  eventsOf,
  type GivenEvent,
  listId,
  messagesOf,
  onList,
  onPost,
  post,
  postId,
} from '../../tests/support/applied-batches.ts';
import type { Post } from '../core/contracts/community.ts';
import type { GroceryItem } from '../core/contracts/grocery-list.ts';
import { liveMessages } from './messages.ts';

const postBatch = (happened: GivenEvent[], after?: Post) =>
  liveMessages(batch('posts', eventsOf(7, happened), after ? { [`posts/${postId}`]: after } : {}));

const listBatch = (happened: GivenEvent[], items: GroceryItem[]) =>
  liveMessages(batch('grocery-list', eventsOf(7, happened), { [`lists/${listId}`]: { listId, items } }));

describe('posts', () => {
  const changed = { kind: 'post.changed', postId };

  test('sends a new post to the community', () => {
    expect(postBatch([onPost('PostPublished')], { ...post, revision: '0' })).toEqual([
      { room: 'community', message: { kind: 'post.published', position: '7', post: { ...post, revision: '0' } } },
    ]);
  });

  test('sends a new post before its other changes in the batch, with at most one comment per message', () => {
    const comments = [comment('c1'), comment('c2')];
    const commented = { ...post, revision: '4', commentCount: 2, comments, olderCommentsCursor: 'older' };
    const happened = [
      onPost('PostPublished'),
      onPost('CommentAdded', { commentId: 'c1' }),
      onPost('PostLiked', {}, 'ben'),
      onPost('CommentAdded', { commentId: 'c2' }),
      onPost('PostRevised'),
    ];
    const { id: _id, revision: _revision, authorId: _authorId, createdAt: _createdAt, ...shown } = post;
    const { likeCount, commentCount: _count, comments: _comments, olderCommentsCursor: _cursor, ...written } = shown;
    expect(messagesOf(postBatch(happened, commented))).toEqual([
      { kind: 'post.published', position: '11', post: { ...post, revision: '0' } },
      { kind: 'post.liked', position: '9', postId, revision: '2', liked: true },
      {
        ...changed,
        position: '9',
        from: '0',
        revision: '2',
        likeCount,
        comments: { count: 2, added: [comment('c1')], removed: [] },
      },
      {
        ...changed,
        position: '11',
        from: '2',
        revision: '4',
        written,
        likeCount,
        comments: { count: 2, added: [comment('c2')], removed: [] },
      },
    ]);
  });

  test('sends several likes as one message to the community, after one to each user who liked', () => {
    const likes = [onPost('PostLiked', {}, 'ben'), onPost('PostLiked', {}, 'mia'), onPost('PostUnliked', {}, 'ben')];
    expect(postBatch(likes, post)).toEqual([
      { room: 'user:ben', message: { kind: 'post.liked', position: '9', postId, revision: '2', liked: false } },
      { room: 'user:mia', message: { kind: 'post.liked', position: '8', postId, revision: '1', liked: true } },
      { room: 'community', message: { ...changed, position: '9', from: null, revision: '2', likeCount: 2 } },
    ]);
  });

  test('sends a comment that the post no longer shows', () => {
    const documents = { [`posts/${postId}`]: post, [`comments/${postId}:c1`]: comment('c1') };
    const events = eventsOf(7, [onPost('CommentAdded', { commentId: 'c1' })]);
    expect(messagesOf(liveMessages(batch('posts', events, documents)))).toMatchObject([
      { comments: { added: [comment('c1')] } },
    ]);
  });

  test('sends only the deletion of a comment that was added and deleted in one batch', () => {
    const happened = [onPost('CommentAdded', { commentId: 'c1' }), onPost('CommentDeleted', { commentId: 'c1' })];
    expect(messagesOf(postBatch(happened, post))).toEqual([
      {
        ...changed,
        position: '8',
        from: null,
        revision: '1',
        likeCount: 2,
        comments: { count: 0, added: [], removed: ['c1'] },
      },
    ]);
  });

  test('sends only the deletion of a deleted post', () => {
    expect(messagesOf(postBatch([onPost('PostLiked'), onPost('PostDeleted')]))).toEqual([
      { kind: 'post.deleted', position: '8', postId },
    ]);
  });

  test('sends nothing for an event that changed nothing', () => {
    expect(postBatch([onPost('PostLiked')])).toEqual([]);
    expect(postBatch([['profile-mia', 'ProfileRevised', { username: 'Mia M.' }]])).toEqual([]);
  });
});

describe('grocery lists', () => {
  test('sends each changed item once, as it is after the batch, to the room of the list', () => {
    const happened = [
      onList('GroceryItemsAdded', { items: [{ id: 'i1' }, { id: 'i2' }] }),
      onList('GroceryItemChecked', { itemId: 'i1', name: 'Flour' }),
      onList('GroceryItemRemoved', { itemId: 'i2', name: 'Salt' }),
    ];
    expect(listBatch(happened, [item('i0'), item('i1', true)])).toEqual([
      {
        room: `list:${listId}`,
        message: {
          kind: 'list.changed',
          position: '9',
          listId,
          from: null,
          revision: '2',
          changed: [item('i1', true)],
          removed: ['i2'],
        },
      },
    ]);
  });

  test('sends changes of a further list, and of the lists themselves, to the room of the main list', () => {
    const furtherList = { listId, mainListId: 'main', items: [item('i0')] };
    const happened: GivenEvent[] = [
      ['listCollection-main', 'GroceryListOpened', { listId, name: 'Party' }],
      onList('GroceryItemsAdded', { items: [item('i0')] }),
    ];
    expect(liveMessages(batch('grocery-list', eventsOf(7, happened), { [`lists/${listId}`]: furtherList }))).toEqual([
      { room: 'list:main', message: { kind: 'lists.changed', position: '7', mainListId: 'main', revision: '0' } },
      {
        room: 'list:main',
        message: {
          ...{ kind: 'list.changed', position: '8', listId, from: null, revision: '0' },
          ...{ changed: [item('i0')], removed: [] },
        },
      },
    ]);
  });

  test('sends the revisions of the list before and after the batch', () => {
    const events = eventsOf(
      7,
      ['i1', 'i2', 'i3'].map((itemId) => onList('GroceryItemChecked', { itemId, name: 'Salt' })),
    );
    const document = { listId, items: [item('i2', true), item('i3', true)] };
    const pushed = liveMessages(batch('grocery-list', events.slice(1), { [`lists/${listId}`]: document }));
    expect(messagesOf(pushed)).toMatchObject([{ from: '0', revision: '2' }]);
  });

  test('says who removed several items with one change, but not after a move or an undo', () => {
    const removal = (itemId: string, more = {}) => onList('GroceryItemRemoved', { itemId, name: itemId, ...more });
    const given: (readonly [commandId: string, event: GivenEvent])[] = [
      ['one', removal('i1')],
      ['checked', removal('i2')],
      ['checked', removal('i3')],
      ['moved', removal('i4', { movedTo: 'party' })],
      ['moved', removal('i5', { movedTo: 'party' })],
      ['undone', removal('i6', { undoes: 'one' })],
      ['undone', removal('i7', { undoes: 'one' })],
      ['all', onList('GroceryListCleared', { items: ['i8', 'i9', 'i10'].map((itemId) => ({ itemId, name: itemId })) })],
    ];
    const events = eventsOf(
      7,
      given.map(([, event]) => event),
    ).map((event, n) => ({ ...event, meta: { ...event.meta, commandId: given[n]?.[0] ?? '' } }));
    const pushed = liveMessages(batch('grocery-list', events, { [`lists/${listId}`]: { listId, items: [] } }));
    expect(messagesOf(pushed)).toMatchObject([
      {
        cleared: [
          { changeId: 'checked', by: 'mia', count: 2 },
          { changeId: 'all', by: 'mia', count: 3 },
        ],
      },
    ]);
  });

  test('sends the ids of the items that were cleared', () => {
    const cleared = onList('GroceryListCleared', { items: [{ itemId: 'i1', name: 'Flour' }] });
    expect(messagesOf(listBatch([cleared], []))).toEqual([
      { kind: 'list.changed', position: '7', listId, from: null, revision: '0', changed: [], removed: ['i1'] },
    ]);
  });
});

describe('meal plans', () => {
  const planId = '0b6f1e5a-0000-7000-8000-00000000000b';
  const ramen = { id: postId, title: 'Ramen' };
  const onPlan = (type: string, week: string, day: string, changed: object): GivenEvent => [
    `mealPlan-${planId}`,
    type,
    { week, day, meal: 'Dinner', ...changed },
  ];
  const dinner = { id: 'a', day: 'Friday', meal: 'Dinner', recipe: ramen, note: null, servings: null };
  const out = { id: 'b', day: 'Friday', meal: 'Lunch', recipe: null, note: { title: 'Eating out' }, servings: null };

  test('sends each changed meal and slot once, by week, as the batch left it, to the room of the plan if it has members', () => {
    const happened = [
      onPlan('MealPlanned', '2026-11-16', 'Monday', { id: 'a', recipe: ramen }),
      onPlan('MealPlanned', '2026-11-16', 'Tuesday', { id: 'c', recipe: ramen }),
      onPlan('MealPlanned', '2026-11-23', 'Friday', { id: 'a', recipe: ramen }),
      onPlan('MealMoved', '2026-11-16', 'Friday', { id: 'a', from: { day: 'Monday', meal: 'Dinner' } }),
      onPlan('MealUnplanned', '2026-11-16', 'Tuesday', { id: 'c', recipe: ramen }),
    ];
    const documents = Object.fromEntries(
      ['2026-11-16', '2026-11-23'].map((week) => [`plans/${planId}:${week}`, { revision: 9, meals: [out, dinner] }]),
    );
    const onFriday = { day: 'Friday', meal: 'Dinner', recipe: ramen };
    const pushed = liveMessages(batch('meal-plan', eventsOf(7, happened), documents));
    expect(pushed.map(({ room, message }) => ({ room, ...message }))).toEqual([
      {
        room: `plan:${planId}`,
        kind: 'plan.changed',
        position: '11',
        planId,
        week: '2026-11-16',
        from: '5',
        revision: '9',
        meals: [dinner],
        removed: ['c'],
        changed: [
          { day: 'Monday', meal: 'Dinner', recipe: null },
          { day: 'Tuesday', meal: 'Dinner', recipe: null },
          onFriday,
        ],
      },
      {
        room: `plan:${planId}`,
        kind: 'plan.changed',
        position: '11',
        planId,
        week: '2026-11-23',
        from: '8',
        revision: '9',
        meals: [dinner],
        removed: [],
        changed: [onFriday],
      },
    ]);
    expect(liveMessages(batch('meal-plan', eventsOf(7, happened), documents), () => false)).toEqual([]);
  });
});

test('sends nothing for other projections', () => {
  expect(liveMessages(batch('profiles', eventsOf(1, [['profile-mia', 'ProfileCreated', {}]]), {}))).toEqual([]);
});

test('sends a new name or picture once, from one projection, and nothing for a first profile', () => {
  const revised = (username: string): GivenEvent => [
    'profile-ben',
    'ProfileRevised',
    { username, avatar: null },
    'ben',
  ];
  const events = eventsOf(7, [revised('Benny'), revised('Benedikt')]);
  const names = { 'people/ben': { name: 'Benedikt', avatar: '/ben.webp' } };
  const message = { kind: 'person.changed', position: '8', uid: 'ben', name: 'Benedikt', avatar: '/ben.webp' };
  expect(liveMessages(batch('posts', events, names))).toEqual([{ room: 'community', message }]);
  expect(liveMessages(batch('posts', events, {}))).toEqual([]);
  expect(liveMessages(batch('grocery-list', events, names))).toEqual([]);
  const created = eventsOf(7, [['profile-ben', 'ProfileCreated', { username: 'Ben', avatar: null }, 'ben']]);
  expect(liveMessages(batch('posts', created, names))).toEqual([]);
});

describe('recipes', () => {
  const recipe = { id: 'r1', title: 'Soup' };
  const messagesAfter = (types: string[], card?: object) =>
    liveMessages(
      batch(
        recipesProjection.name,
        eventsOf(
          7,
          types.map((type) => ['recipe-r1', type, {}]),
        ),
        card ? { 'cards/r1': card } : {},
      ),
    );
  const position = (last: number) => ({ position: String(last) });

  test.each([
    ['published', ['RecipePublished'], { kind: 'recipe.published', ...position(7), recipe }],
    [
      'published and revised at once',
      ['RecipePublished', 'RecipeRevised'],
      { kind: 'recipe.published', ...position(8), recipe },
    ],
    ['revised', ['RecipeRevised'], { kind: 'recipe.revised', ...position(7), recipe }],
  ])('sends a recipe that was %s to the community', (_, types, message) => {
    expect(messagesAfter(types, recipe)).toEqual([{ room: 'community', message }]);
  });
  test('sends the id of a withdrawn recipe', () => {
    const message = { kind: 'recipe.withdrawn', position: '8', recipeId: 'r1' };
    expect(messagesAfter(['RecipeRevised', 'RecipeWithdrawn'])).toEqual([{ room: 'community', message }]);
  });
});

function comment(id: string) {
  return { id, text: 'Yum', authorId: 'ben', authorName: 'Ben', createdAt: '2026-11-20T10:00:00.000Z' };
}

function item(id: string, checked = false): GroceryItem {
  const mia = { uid: 'mia', name: 'Mia' };
  return {
    id,
    name: 'Flour',
    amount: '',
    unit: '',
    checked,
    addedBy: mia,
    addedAt: '2026-11-20T10:00:00.000Z',
    order: 1,
  };
}
