import { describe, expect, it, test } from 'vitest';
import { notificationLimits } from '../../../server/core/contracts/limits.ts';
import type { GivenEvent } from '../../../tests/support/applied-batches.ts';
import { contentsOf } from '../../../tests/support/contents-of.ts';
import {
  commented,
  folded,
  household,
  inbox,
  joined,
  kindsOf,
  mentioning,
  post,
  published,
  readThrough,
  rowsOf,
  timeOf,
  unreadOf,
} from '../../../tests/support/notifications.ts';

describe('comments with the same ids', () => {
  const recipe = (stream: string, type: string, data: object): GivenEvent => [`${stream}-p`, type, data, 'eve'];
  const onRecipe = (type: string, more: object = {}) => recipe('recipeReactions', type, { commentId: 'c1', ...more });
  const both = [
    published(),
    commented('ann', 'c1'),
    recipe('recipe', 'RecipePublished', { title: 'Pie' }),
    onRecipe('RecipeCommentAdded', { text: 'Yum', ...mentioning('mia') }),
  ];

  it('on a post and a recipe have notifications of their own', async () => {
    expect(await rowsOf(folded(...both), 'mia')).toMatchObject([
      { kind: 'mentioned', excerpt: 'Yum', subject: { type: 'recipe' } },
      { kind: 'postCommented', excerpt: 'Mm', subject: { type: 'post' } },
    ]);
    expect(await kindsOf(folded(...both, onRecipe('RecipeCommentDeleted')), 'mia')).toEqual(['postCommented']);
  });

  it('are hidden one by one', async () => {
    const decision = { authorId: 'ann', reason: 'Ads' };
    const hidden = folded(...both, ['moderation-postComment:p:c1', 'ContentHidden', decision, 'dee']);
    expect(await kindsOf(hidden, 'mia')).toEqual(['mentioned']);
    expect(await kindsOf(hidden, 'ann')).toEqual(['contentHidden']);
    expect(await kindsOf(hidden, 'eve')).toEqual([]);
  });

  it('are read by the id that earlier releases gave those on recipes, too', async () => {
    const read = inbox('mia', 'NotificationRead', { id: 'comment:p:c1', through: timeOf(9) });
    expect(await unreadOf(folded(...both.slice(2), read), 'mia')).toBe(0);
  });
});

describe('likes', () => {
  it('are one notification with its newest people, moved up by each', async () => {
    const read = folded(published(), post('PostLiked', 'ann'), commented('bo', 'c1'), post('PostLiked', 'cy'));
    expect(await rowsOf(read, 'mia')).toMatchObject([
      { kind: 'postLiked', title: 'Soup', count: 2, people: [{ uid: 'cy' }, { uid: 'ann' }], at: timeOf(4) },
      { kind: 'postCommented', excerpt: 'Mm', subject: { type: 'post', id: 'p', commentId: 'c1' } },
    ]);
    expect(await unreadOf(read, 'mia')).toBe(2);
  });

  it('that are taken back leave the others, or nothing', async () => {
    const liked = [published(), post('PostLiked', 'ann'), post('PostLiked', 'bo')];
    expect(await rowsOf(folded(...liked, post('PostUnliked', 'bo')), 'mia')).toMatchObject([
      { count: 1, people: [{ uid: 'ann' }], at: timeOf(2) },
    ]);
    const none = folded(...liked, post('PostUnliked', 'bo'), post('PostUnliked', 'ann'));
    expect(await rowsOf(none, 'mia')).toEqual([]);
    expect(await unreadOf(none, 'mia')).toBe(0);
  });

  it('are read again when only a new one is taken back', async () => {
    const read = folded(
      published(),
      post('PostLiked', 'ann'),
      readThrough('mia', 2),
      post('PostLiked', 'bo'),
      post('PostUnliked', 'bo'),
    );
    expect(await rowsOf(read, 'mia')).toMatchObject([{ count: 1, unread: false }]);
    expect(await unreadOf(read, 'mia')).toBe(0);
  });

  it('keep their number however many there are', async () => {
    const likes = Array.from({ length: 1_000 }, (_, n) => post('PostLiked', `user-${n}`));
    const [row] = await rowsOf(folded(published(), ...likes, post('PostUnliked', 'user-0')), 'mia');
    expect(row).toMatchObject({ count: 999, people: { length: 20 } });
  });

  it('of one self are no notification', async () => {
    expect(await kindsOf(folded(published(), post('PostLiked', 'mia'), commented('mia', 'c1')), 'mia')).toEqual([]);
  });

  it('of comments, recipes and playlists reach who made them', async () => {
    const read = folded(
      published(),
      commented('ann', 'c1'),
      post('CommentLiked', 'bo', { commentId: 'c1' }),
      ['recipe-r', 'RecipePublished', { title: 'Pie' }, 'ann'],
      ['recipeReactions-r', 'RecipeLiked', {}, 'bo'],
      ['recipeReactions-r', 'RecipeCommentAdded', { commentId: 'c1', text: 'x'.repeat(200) }, 'bo'],
      ['playlist-l', 'PlaylistCreated', { name: 'Soups', isPrivate: false, recipeIds: [] }, 'ann'],
      ['playlist-l', 'PlaylistLiked', {}, 'cy'],
    );
    const rows = await rowsOf(read, 'ann');
    expect(rows.map(({ kind, title }) => [kind, title])).toEqual([
      ['playlistLiked', 'Soups'],
      ['recipeCommented', 'Pie'],
      ['recipeLiked', 'Pie'],
      ['commentLiked', 'Soup'],
    ]);
    expect(rows[1]?.excerpt).toHaveLength(notificationLimits.excerpt + 1);
  });
});

describe('a comment', () => {
  it('is one notification for each person: of a mention, a reply or a comment', async () => {
    const read = folded(
      published(),
      commented('ann', 'c1'),
      commented('bo', 'c2', { replyTo: 'c1', ...mentioning('mia', 'cy', 'bo', 'cy') }),
    );
    expect(await kindsOf(read, 'mia')).toEqual(['mentioned', 'postCommented']);
    expect(await kindsOf(read, 'ann')).toEqual(['replied']);
    expect(await kindsOf(read, 'cy')).toEqual(['mentioned']);
    expect(await kindsOf(read, 'bo')).toEqual([]);
  });

  it('on a recipe notifies its author and those whom it mentions', async () => {
    const onRecipe = (actor: string, data: object): GivenEvent => [
      'recipeReactions-r',
      'RecipeCommentAdded',
      { commentId: 'c1', text: 'Mm', ...data },
      actor,
    ];
    const read = folded(['recipe-r', 'RecipePublished', { title: 'Pie' }, 'mia'], onRecipe('bo', mentioning('cy')));
    expect(await kindsOf(read, 'mia')).toEqual(['recipeCommented']);
    expect(await rowsOf(read, 'cy')).toMatchObject([
      { kind: 'mentioned', title: 'Pie', subject: { type: 'recipe', id: 'r', commentId: 'c1' } },
    ]);
  });

  it('leaves nothing when it is deleted', async () => {
    const read = folded(
      published(),
      commented('ann', 'c1', mentioning('cy')),
      post('CommentLiked', 'mia', { commentId: 'c1' }),
      post('CommentDeleted', 'ann', { commentId: 'c1' }),
    );
    for (const uid of ['mia', 'ann', 'cy']) expect(await kindsOf(read, uid)).toEqual([]);
  });
});

test('a post leaves nothing but the settings when it is deleted', () => {
  const read = folded(
    published('Soup', ['bo']),
    post('PostLiked', 'ann'),
    commented('ann', 'c1', mentioning('cy')),
    commented('bo', 'c2', { replyTo: 'c1' }),
    post('CommentLiked', 'mia', { commentId: 'c1' }),
    post('PostDeleted', 'mia'),
  );
  const left = Object.keys(contentsOf(read)).filter((name) => !name.startsWith('inboxes/'));
  expect(left).toEqual(['index notified']);
});

test('a revised post notifies those whom it mentions now, and no longer those whom it does not', async () => {
  const revised = post('PostRevised', 'mia', {
    title: 'Stew',
    body: { type: 'text', content: '' },
    ...mentioning('bo', 'cy'),
  });
  const read = folded(published('Soup', ['ann', 'bo']), revised);
  expect(await kindsOf(read, 'ann')).toEqual([]);
  expect((await rowsOf(read, 'bo')).map(({ title }) => title)).toEqual(['Soup']);
  expect((await rowsOf(read, 'cy')).map(({ title }) => title)).toEqual(['Stew']);
});

test('followers share a notification, which those who stop following leave', async () => {
  const follow = (uid: string, type = 'PersonFollowed'): GivenEvent => [`following-${uid}`, type, { uid: 'mia' }, uid];
  const both = await rowsOf(folded(follow('ann'), follow('bo')), 'mia');
  expect(both).toMatchObject([{ kind: 'followed', count: 2, people: [{ uid: 'bo' }, { uid: 'ann' }] }]);
  const one = await rowsOf(folded(follow('ann'), follow('bo'), follow('bo', 'PersonUnfollowed')), 'mia');
  expect(one).toMatchObject([{ count: 1, people: [{ uid: 'ann' }] }]);
});

test('an adaptation notifies the author of its original, until it is withdrawn', async () => {
  const recipe = (id: string, type: string, actor: string, data: object = {}): GivenEvent => [
    `recipe-${id}`,
    type,
    data,
    actor,
  ];
  const original = recipe('o', 'RecipePublished', 'mia', { title: 'Stew' });
  const basedOn = { recipeId: 'o', title: 'Stew', author: 'Mia' };
  const adapted = recipe('a', 'RecipePublished', 'ann', { title: 'Thick stew', basedOn });
  const revised = recipe('a', 'RecipeRevised', 'ann', { title: 'Thicker stew' });
  const rows = await rowsOf(folded(original, adapted, revised), 'mia');
  expect(rows).toMatchObject([{ kind: 'recipeAdapted', title: 'Stew', subject: { type: 'recipe', id: 'a' } }]);
  expect(await kindsOf(folded(original, adapted, revised, recipe('a', 'RecipeWithdrawn', 'ann')), 'mia')).toEqual([]);
});

describe('households', () => {
  const founded = household('HouseholdFounded', 'mia', { name: 'Home' });

  it('notify the members of who joins, and those concerned of what others decide', async () => {
    const read = folded(
      founded,
      joined('ann'),
      joined('bo'),
      household('OwnershipTransferred', 'mia', { to: 'ann' }),
      household('MemberRemoved', 'ann', { uid: 'bo' }),
    );
    expect(await kindsOf(read, 'mia')).toEqual(['memberJoined']);
    expect(await kindsOf(read, 'ann')).toEqual(['ownershipReceived']);
    expect(await kindsOf(read, 'bo')).toEqual(['memberRemoved']);
  });

  it('leave only their end to those who cannot see them any more', async () => {
    const read = folded(founded, joined('ann'), joined('bo'), household('HouseholdDissolved', 'mia'));
    expect(await kindsOf(read, 'mia')).toEqual([]);
    expect(await kindsOf(read, 'ann')).toEqual(['householdDissolved']);
  });

  it('say once that a member was removed, also after they joined again', async () => {
    const removed = household('MemberRemoved', 'mia', { uid: 'ann' });
    const [row, ...others] = await rowsOf(folded(founded, joined('ann'), removed, joined('ann'), removed), 'ann');
    expect([row?.count, row?.people.length, others.length]).toEqual([1, 1, 0]);
  });
});
