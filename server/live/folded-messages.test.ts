/** Whoever takes in the messages of a batch has what the read model has. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groceryLists } from '../../projections/definitions/grocery-list.ts';
import { postFeed } from '../../projections/definitions/posts.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import {
  batch,
  eventsOf,
  type Happened,
  listId,
  messagesOf,
  onList,
  onPost,
  postId,
} from '../../tests/support/applied-batches.ts';
import { straightFold } from '../../tests/support/straight-fold.ts';
import type { Post } from '../contracts/community.ts';
import type { GroceryList } from '../contracts/grocery-list.ts';
import type { LiveMessage } from '../contracts/live.ts';
import { liveMessages } from './messages.ts';

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
          for (const { message } of told) {
            if (message.kind === 'comment.added') continue;
            expect(message.position).toBe(String(lastOf(applied, `post-${postId}`)));
          }
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
