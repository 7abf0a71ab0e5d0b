import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groceryLists } from '../../projections/definitions/grocery-list.ts';
import { postFeed } from '../../projections/definitions/posts.ts';
import type { ProjectedEvent, Projection } from '../../projections/definitions/projection.ts';
import { recipeBook } from '../../projections/definitions/recipes.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import { straightFold } from '../../tests/support/straight-fold.ts';
import type { Post } from '../contracts/community.ts';
import type { GroceryItem, GroceryList } from '../contracts/grocery-list.ts';
import type { LiveMessage } from '../contracts/live.ts';
import type { Playlist } from '../contracts/playlists.ts';
import { days } from '../contracts/week.ts';
import { liveMessages } from './messages.ts';
import type { Addressed } from './rooms.ts';

const postId = '0b6f1e5a-0000-7000-8000-000000000001';
const listId = '0b6f1e5a-0000-7000-8000-00000000000a';
const post: Post = {
  id: postId,
  title: 'Dumplings',
  type: 'text',
  content: 'Fold them twice.',
  authorId: 'mia',
  authorName: 'Mia',
  createdAt: '2026-11-20T10:00:00.000Z',
  likeCount: 2,
  commentCount: 0,
  comments: [],
  olderCommentsCursor: null,
};

type Happened = [stream: string, type: string, data: object, actor?: string | undefined];

/** Events as the runner tells them, one position apart from `first` on. */
const eventsOf = (first: number, happened: readonly Happened[]): ProjectedEvent[] =>
  happened.map(([stream, type, data, actor = 'mia'], i) => ({
    stream,
    type,
    data,
    position: BigInt(first + i),
    meta: { actor, at: '2026-11-20T10:00:00.000Z' },
  }));

function batch(projection: string, events: readonly ProjectedEvent[], documents: Record<string, object>): Applied {
  function document<T extends object>(collection: string, id: string): T | undefined;
  function document(collection: string, id: string): object | undefined {
    return documents[`${collection}/${id}`];
  }
  return { projection, position: events.at(-1)?.position ?? 0n, events, document };
}

const postBatch = (happened: Happened[], after?: Post) =>
  liveMessages(batch('posts', eventsOf(7, happened), after ? { [`posts/${postId}`]: after } : {}));

const listBatch = (happened: Happened[], items: GroceryItem[]) =>
  liveMessages(batch('grocery-list', eventsOf(7, happened), { [`lists/${listId}`]: { listId, items } }));

const onPost = (type: string, data: object = {}, actor?: string): Happened => [`post-${postId}`, type, data, actor];
const onList = (type: string, data: object = {}): Happened => [`groceryList-${listId}`, type, data];

describe('posts', () => {
  test('a new post goes to everybody, whole', () => {
    expect(postBatch([onPost('PostPublished')], post)).toEqual([
      { room: 'community', message: { kind: 'post.published', position: '7', post } },
    ]);
  });

  test('what befell a post in the batch in which it appeared is in it', () => {
    const commented = { ...post, commentCount: 1, comments: [comment('c1')] };
    const told = postBatch([onPost('PostPublished'), onPost('CommentAdded', { commentId: 'c1' })], commented);
    expect(told).toEqual([{ room: 'community', message: { kind: 'post.published', position: '8', post: commented } }]);
  });

  test('several likes are one message to everybody, and one to each who liked', () => {
    const likes = [onPost('PostLiked', {}, 'ben'), onPost('PostLiked', {}, 'mia'), onPost('PostUnliked', {}, 'ben')];
    expect(postBatch(likes, post)).toEqual([
      { room: 'community', message: { kind: 'post.likes', position: '9', postId, likeCount: 2 } },
      { room: 'user:ben', message: { kind: 'post.liked', position: '9', postId, liked: false } },
      { room: 'user:mia', message: { kind: 'post.liked', position: '9', postId, liked: true } },
    ]);
  });

  test('comments come with the count that they make', () => {
    const commented = { ...post, commentCount: 5, comments: [comment('c1'), comment('c2')] };
    const happened = ['c1', 'c2'].map((commentId) => onPost('CommentAdded', { commentId, text: 'Yum' }));
    expect(messagesOf(postBatch(happened, commented))).toEqual([
      { kind: 'comment.added', position: '8', postId, comment: comment('c1'), commentCount: 5 },
      { kind: 'comment.added', position: '8', postId, comment: comment('c2'), commentCount: 5 },
    ]);
  });

  test('a comment that was added and deleted in one batch is only deleted', () => {
    const happened = [onPost('CommentAdded', { commentId: 'c1' }), onPost('CommentDeleted', { commentId: 'c1' })];
    expect(messagesOf(postBatch(happened, post))).toEqual([
      { kind: 'comment.deleted', position: '8', postId, commentId: 'c1', commentCount: 0 },
    ]);
  });

  test('of a deleted post nothing else is told', () => {
    expect(messagesOf(postBatch([onPost('PostLiked'), onPost('PostDeleted')]))).toEqual([
      { kind: 'post.deleted', position: '8', postId },
    ]);
  });

  test('an event that changed nothing is not told', () => {
    expect(postBatch([onPost('PostLiked')])).toEqual([]);
    expect(postBatch([['profile-mia', 'ProfileRevised', { username: 'Mia M.' }]])).toEqual([]);
  });
});

describe('grocery lists', () => {
  test('items go to those of the list only, each once, as they are after the batch', () => {
    const happened = [
      onList('GroceryItemsAdded', { items: [{ id: 'i1' }, { id: 'i2' }] }),
      onList('GroceryItemChecked', { itemId: 'i1', name: 'Flour' }),
      onList('GroceryItemRemoved', { itemId: 'i2', name: 'Salt' }),
    ];
    expect(listBatch(happened, [item('i0'), item('i1', true)])).toEqual([
      {
        room: `list:${listId}`,
        message: { kind: 'list.changed', position: '9', listId, changed: [item('i1', true)], removed: ['i2'] },
      },
    ]);
  });

  test('a cleared list names what went', () => {
    const cleared = onList('GroceryListCleared', { items: [{ itemId: 'i1', name: 'Flour' }] });
    expect(messagesOf(listBatch([cleared], []))).toEqual([
      { kind: 'list.changed', position: '7', listId, changed: [], removed: ['i1'] },
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

  test('slots go to those of the plan only, each once, week by week, as they are after the batch', () => {
    const happened = [
      onPlan('MealPlanned', '2026-11-16', 'Monday'),
      onPlan('MealPlanned', '2026-11-16', 'Friday'),
      onPlan('MealPlanned', '2026-11-23', 'Friday'),
      onPlan('MealUnplanned', '2026-11-16', 'Monday'),
    ];
    const documents = Object.fromEntries(
      ['2026-11-16', '2026-11-23'].map((week) => [`plans/${planId}:${week}`, { revision: 2, plan }]),
    );
    const onFriday = { day: 'Friday', meal: 'Dinner', recipe: ramen };
    const told = liveMessages(batch('meal-plan', eventsOf(7, happened), documents));
    expect(told.map(({ room, message }) => ({ room, ...message }))).toEqual([
      {
        room: `plan:${planId}`,
        kind: 'plan.changed',
        position: '10',
        week: '2026-11-16',
        changed: [{ day: 'Monday', meal: 'Dinner', recipe: null }, onFriday],
      },
      { room: `plan:${planId}`, kind: 'plan.changed', position: '10', week: '2026-11-23', changed: [onFriday] },
    ]);
    expect(liveMessages(batch('meal-plan', eventsOf(7, happened), documents), () => false)).toEqual([]);
  });
});

describe('playlists', () => {
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
  const told = (happened: Happened[], after?: Playlist) =>
    liveMessages(batch('playlists', eventsOf(7, happened), after ? { [`playlists/${playlistId}`]: after } : {}));

  test('a public one is told to everybody once, as it is after the batch', () => {
    const happened = [onPlaylist('PlaylistCreated'), onPlaylist('RecipeAddedToPlaylist')];
    expect(told(happened, playlist)).toEqual([
      { room: 'community', message: { kind: 'playlist.changed', position: '8', playlist } },
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
    expect(told([onPlaylist('PlaylistRevised')], hidden)).toEqual([
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
    expect(told([onPlaylist('PlaylistLiked'), onPlaylist('PlaylistDeleted')])).toEqual([
      { room: 'community', message: { kind: 'playlist.deleted', position: '8', playlistId } },
    ]);
  });
});

test('other projections tell nothing', () => {
  expect(liveMessages(batch('profiles', eventsOf(1, [['profile-mia', 'ProfileCreated', {}]]), {}))).toEqual([]);
});

test('a new name or picture goes to everybody, once and from one projection; a first profile is no news', () => {
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

describe('whoever takes in the messages of a batch has what the read model has', () => {
  test('posts', async () => {
    await fc.assert(
      fc.asyncProperty(postHistory, cuts, async (happened, sizes) => {
        await eachBatch(postFeed, happened, sizes, async (before, applied, after) => {
          const shown = await before.get('posts', postId);
          const told = liveMessages(applied);
          const folded = messagesOf(told).reduce(foldPost, shown && parsed<Post>(shown.json));
          const document = await after.get('posts', postId);
          expect(folded).toEqual(document && parsed<Post>(document.json));
          for (const { message } of told) expect(message.position).toBe(String(lastOf(applied, `post-${postId}`)));
        });
      }),
      { numRuns: 150 },
    );
  });

  test('grocery lists', async () => {
    await fc.assert(
      fc.asyncProperty(listHistory, cuts, async (happened, sizes) => {
        await eachBatch(groceryLists, happened, sizes, async (before, applied, after) => {
          const shown = await before.get('lists', listId);
          const start = shown ? parsed<GroceryList>(shown.json) : { listId, items: [] };
          const folded = messagesOf(liveMessages(applied)).reduce(foldList, start);
          const document = await after.get('lists', listId);
          expect(folded).toEqual(document && parsed<GroceryList>(document.json));
        });
      }),
      { numRuns: 150 },
    );
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

const messagesOf = (told: readonly Addressed[]): LiveMessage[] => told.map(({ message }) => message);
const lastOf = ({ events }: Applied, stream: string) => events.findLast((event) => event.stream === stream)?.position;

/** Documents are kept as JSON: what a test reads back is what a browser would. */
function parsed<T>(json: string): T {
  return JSON.parse(json);
}

/** What a browser does that shows the post. */
function foldPost(shown: Post | undefined, message: LiveMessage): Post | undefined {
  switch (message.kind) {
    case 'post.published':
      return message.post;
    case 'post.deleted':
      return undefined;
    case 'post.revised': {
      if (!shown) return shown;
      const { likeCount, commentCount, comments, olderCommentsCursor } = shown;
      return { ...message.post, likeCount, commentCount, comments, olderCommentsCursor };
    }
    case 'post.likes':
      return shown && { ...shown, likeCount: message.likeCount };
    case 'comment.added':
      return shown && { ...shown, comments: [...shown.comments, message.comment], commentCount: message.commentCount };
    case 'comment.deleted': {
      const { commentId, commentCount } = message;
      return shown && { ...shown, comments: shown.comments.filter(({ id }) => id !== commentId), commentCount };
    }
    default:
      return shown;
  }
}

function foldList(shown: GroceryList, message: LiveMessage): GroceryList {
  if (message.kind !== 'list.changed') return shown;
  const told = new Set([...message.changed.map(({ id }) => id), ...message.removed]);
  const kept = shown.items.filter(({ id }) => !told.has(id));
  return { ...shown, items: [...kept, ...message.changed].sort((a, b) => a.order - b.order) };
}

/** Folds the history batch by batch: the models before and after, and what the runner says of the batch. */
async function eachBatch(
  definition: Projection,
  happened: readonly Happened[],
  sizes: readonly number[],
  look: (before: Model, applied: Applied, after: Model) => Promise<void>,
) {
  const events = eventsOf(1, happened);
  let at = 0;
  for (const size of [...sizes, events.length]) {
    if (at >= events.length) return;
    const some = events.slice(at, at + size);
    const before = await straightFold(definition, events.slice(0, at));
    const after = await straightFold(definition, events.slice(0, at + size));
    at += size;
    const documents: Record<string, object> = {};
    for (const [collection, id] of [
      ['posts', postId],
      ['lists', listId],
    ] as const) {
      const [document] = await after.load(collection, [id]);
      if (document) documents[`${collection}/${id}`] = document;
    }
    await look(before, batch(definition.name, some, documents), after);
  }
}

type Model = Awaited<ReturnType<typeof straightFold>>;

const cuts = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 10 });

/** The life of a post, as it may go: each step is taken if it is possible then. Fewer comments than are embedded. */
const postHistory = fc
  .array(fc.tuple(fc.constantFrom('like', 'comment', 'uncomment', 'revise', 'delete'), fc.nat(2)), { maxLength: 19 })
  .map((steps): Happened[] => {
    const people = ['mia', 'ben', 'zoe'];
    const body = { type: 'text', content: 'Fold them.' };
    const happened: Happened[] = [onPost('PostPublished', { title: 'Dumplings', body })];
    const likedBy = new Set<string>();
    const comments: string[] = [];
    for (const [n, [step, which]] of steps.entries()) {
      const actor = people[which] ?? 'mia';
      const commentId = comments[which];
      if (step === 'like') {
        happened.push(onPost(likedBy.delete(actor) ? 'PostUnliked' : 'PostLiked', {}, actor));
        if (happened.at(-1)?.[1] === 'PostLiked') likedBy.add(actor);
      } else if (step === 'comment') {
        comments.push(`comment-${n}`);
        happened.push(onPost('CommentAdded', { commentId: `comment-${n}`, text: 'Yum' }, actor));
      } else if (step === 'uncomment' && commentId !== undefined) {
        comments.splice(which, 1);
        happened.push(onPost('CommentDeleted', { commentId }, actor));
      } else if (step === 'revise') {
        happened.push(onPost('PostRevised', { title: `Dumplings ${n}`, body }));
      } else if (step === 'delete') {
        return [...happened, onPost('PostDeleted')];
      }
    }
    return happened;
  });

const listHistory = fc
  .array(fc.tuple(fc.constantFrom('add', 'change', 'check', 'uncheck', 'remove', 'clear', 'restore'), fc.nat(3)), {
    minLength: 1,
    maxLength: 25,
  })
  .map((steps): Happened[] => {
    const happened: Happened[] = [];
    let listed: string[] = [];
    let gone: { id: string; order: number }[] = [];
    const orders = new Map<string, number>();
    const listedItem = (id: string) => ({ id, name: id, amount: '1', unit: 'kg', order: orders.get(id) ?? 0 });
    for (const [n, [step, which]] of steps.entries()) {
      const itemId = listed[which];
      if (step === 'add') {
        const id = `item-${n}`;
        orders.set(id, n);
        listed.push(id);
        happened.push(onList('GroceryItemsAdded', { items: [listedItem(id)] }));
      } else if (step === 'clear' && listed.length > 0) {
        gone = listed.map(listedItem);
        happened.push(onList('GroceryListCleared', { items: listed.map((id) => ({ itemId: id, name: id })) }));
        listed = [];
      } else if (step === 'restore' && gone.length > 0) {
        const items = gone.map(({ id }) => ({
          ...listedItem(id),
          addedBy: 'mia',
          addedAt: '2026-11-20T10:00:00.000Z',
        }));
        happened.push(onList('GroceryItemsRestored', { items }));
        listed.push(...gone.map(({ id }) => id));
        gone = [];
      } else if (itemId !== undefined && step === 'remove') {
        listed = listed.filter((id) => id !== itemId);
        gone = [listedItem(itemId)];
        happened.push(onList('GroceryItemRemoved', { itemId, name: itemId }));
      } else if (itemId !== undefined && step === 'change') {
        happened.push(onList('GroceryItemChanged', { itemId, name: `${itemId} ${n}`, amount: '2', unit: 'kg' }));
      } else if (itemId !== undefined && step === 'check') {
        happened.push(onList('GroceryItemChecked', { itemId, name: itemId }));
      } else if (itemId !== undefined && step === 'uncheck') {
        happened.push(onList('GroceryItemUnchecked', { itemId, name: itemId }));
      }
    }
    return happened;
  })
  .filter((happened) => happened.length > 0);

describe('recipes', () => {
  const recipe = { id: 'r1', title: 'Soup' };
  const told = (types: string[], card?: object) =>
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
  ])('that are %s are told to everybody', (_, types, message) => {
    expect(told(types, recipe)).toEqual([{ room: 'community', message }]);
  });
  test('that are withdrawn are told by their id', () => {
    const message = { kind: 'recipe.withdrawn', position: '8', recipeId: 'r1' };
    expect(told(['RecipeRevised', 'RecipeWithdrawn'])).toEqual([{ room: 'community', message }]);
  });
});
