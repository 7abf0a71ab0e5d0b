import { describe, expect, test } from 'vitest';
import { recipeBook } from '../../projections/definitions/recipes.ts';
import {
  batch,
  eventsOf,
  type Happened,
  listId,
  messagesOf,
  onList,
  onPost,
  post,
  postId,
} from '../../tests/support/applied-batches.ts';
import type { Post } from '../core/contracts/community.ts';
import type { GroceryItem } from '../core/contracts/grocery-list.ts';
import { days } from '../core/contracts/week.ts';
import { liveMessages } from './messages.ts';

const postBatch = (happened: Happened[], after?: Post) =>
  liveMessages(batch('posts', eventsOf(7, happened), after ? { [`posts/${postId}`]: after } : {}));

const listBatch = (happened: Happened[], items: GroceryItem[]) =>
  liveMessages(batch('grocery-list', eventsOf(7, happened), { [`lists/${listId}`]: { listId, items } }));

describe('posts', () => {
  test('sends a new post to the community', () => {
    expect(postBatch([onPost('PostPublished')], post)).toEqual([
      { room: 'community', message: { kind: 'post.published', position: '7', post } },
    ]);
  });

  test('sends comments from the same batch after their new post, each at its own position', () => {
    const commented = { ...post, commentCount: 21, comments: [comment('c1')], olderCommentsCursor: 'older' };
    const pushed = postBatch([onPost('PostPublished'), onPost('CommentAdded', { commentId: 'c1' })], commented);
    expect(messagesOf(pushed)).toEqual([
      { kind: 'post.published', position: '7', post },
      { kind: 'comment.added', position: '8', postId, comment: comment('c1'), commentCount: 21 },
    ]);
  });

  test('sends a revision with the written fields, without likes and comments', () => {
    const commented = { ...post, excerptOf: 'f00d', commentCount: 1, comments: [comment('c1')] };
    const { id, title, content, type, authorName } = post;
    expect(messagesOf(postBatch([onPost('PostRevised')], commented))).toEqual([
      { kind: 'post.revised', position: '7', post: { id, title, content, excerptOf: 'f00d', type, authorName } },
    ]);
  });

  test('sends several likes as one message to the community and one to each user who liked', () => {
    const likes = [onPost('PostLiked', {}, 'ben'), onPost('PostLiked', {}, 'mia'), onPost('PostUnliked', {}, 'ben')];
    expect(postBatch(likes, post)).toEqual([
      { room: 'community', message: { kind: 'post.likes', position: '9', postId, likeCount: 2 } },
      { room: 'user:ben', message: { kind: 'post.liked', position: '9', postId, liked: false } },
      { room: 'user:mia', message: { kind: 'post.liked', position: '9', postId, liked: true } },
    ]);
  });

  test('sends comments with the count after the batch, each at its own position', () => {
    const commented = { ...post, commentCount: 5, comments: [comment('c1'), comment('c2')] };
    const happened = ['c1', 'c2'].map((commentId) => onPost('CommentAdded', { commentId, text: 'Yum' }));
    expect(messagesOf(postBatch(happened, commented))).toEqual([
      { kind: 'comment.added', position: '7', postId, comment: comment('c1'), commentCount: 5 },
      { kind: 'comment.added', position: '8', postId, comment: comment('c2'), commentCount: 5 },
    ]);
  });

  test('sends only the deletion of a comment that was added and deleted in one batch', () => {
    const happened = [onPost('CommentAdded', { commentId: 'c1' }), onPost('CommentDeleted', { commentId: 'c1' })];
    expect(messagesOf(postBatch(happened, post))).toEqual([
      { kind: 'comment.deleted', position: '8', postId, commentId: 'c1', commentCount: 0 },
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

  test('sends the revisions of the list before and after the batch', () => {
    const events = eventsOf(
      7,
      ['i1', 'i2', 'i3'].map((itemId) => onList('GroceryItemChecked', { itemId, name: 'Salt' })),
    );
    const document = { listId, items: [item('i2', true), item('i3', true)] };
    const pushed = liveMessages(batch('grocery-list', events.slice(1), { [`lists/${listId}`]: document }));
    expect(messagesOf(pushed)).toMatchObject([{ from: '0', revision: '2' }]);
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
  const onPlan = (type: string, week: string, day: string): Happened => [
    `mealPlan-${planId}`,
    type,
    { week, day, meal: 'Dinner', recipe: ramen },
  ];
  const free = { Breakfast: null, Lunch: null, Dinner: null };
  const plan = Object.fromEntries(days.map((day) => [day, day === 'Friday' ? { ...free, Dinner: ramen } : free]));

  test('sends each changed slot once, by week, as it is after the batch, to the room of the plan unless it is empty', () => {
    const happened = [
      onPlan('MealPlanned', '2026-11-16', 'Monday'),
      onPlan('MealPlanned', '2026-11-16', 'Friday'),
      onPlan('MealPlanned', '2026-11-23', 'Friday'),
      onPlan('MealUnplanned', '2026-11-16', 'Monday'),
    ];
    const documents = Object.fromEntries(
      ['2026-11-16', '2026-11-23'].map((week) => [`plans/${planId}:${week}`, { revision: 9, plan }]),
    );
    const onFriday = { day: 'Friday', meal: 'Dinner', recipe: ramen };
    const pushed = liveMessages(batch('meal-plan', eventsOf(7, happened), documents));
    expect(pushed.map(({ room, message }) => ({ room, ...message }))).toEqual([
      {
        room: `plan:${planId}`,
        kind: 'plan.changed',
        position: '10',
        week: '2026-11-16',
        from: '6',
        revision: '9',
        changed: [{ day: 'Monday', meal: 'Dinner', recipe: null }, onFriday],
      },
      {
        room: `plan:${planId}`,
        kind: 'plan.changed',
        position: '10',
        week: '2026-11-23',
        from: '8',
        revision: '9',
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
  const revised = (username: string): Happened => ['profile-ben', 'ProfileRevised', { username, avatar: null }, 'ben'];
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
        recipeBook.name,
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
