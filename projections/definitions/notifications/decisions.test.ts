/** What moderators decide, in the inboxes of those whom it concerns. */
import { describe, expect, it, test } from 'vitest';
import { notificationLimits } from '../../../server/core/contracts/limits.ts';
import type { GivenEvent } from '../../../tests/support/applied-batches.ts';
import { contentsOf } from '../../../tests/support/contents-of.ts';
import { documentOf, foldedModel, membersOf } from '../../../tests/support/folded-model.ts';
import { type InboxDocument, inboxModel as model, type RowDocument } from './inbox.ts';
import { notificationsProjection } from './notifications.ts';

const post = (type: string, actor: string, data: object = {}): GivenEvent => ['post-p', type, data, actor];
const text = (title: string, ...mentioned: string[]) => ({
  ...{ title, body: { type: 'text', content: '' } },
  mentions: mentioned.map((uid) => ({ uid, name: uid })),
});
const comment = (actor: string, commentId: string, more: object = {}) =>
  post('CommentAdded', actor, { commentId, text: `By ${actor}`, ...more });
const decided = (caseId: string, type: string, reason = 'Ads'): GivenEvent => [
  ...([`moderation-${caseId}`, type, { authorId: 'mia', reason, uid: 'mia', until: null }, 'dee'] as const),
];
const hide = (caseId: string) => decided(caseId, 'ContentHidden');
const restore = (caseId: string) => decided(caseId, 'ContentRestored', 'Fine');

const published = post('PostPublished', 'mia', text('Soup', 'cy'));
/** A post by mia and what others did with it. */
const busy: GivenEvent[] = [
  published,
  comment('ann', 'c1', { mentions: [{ uid: 'bo', name: 'Bo' }] }),
  comment('bo', 'c2', { replyTo: 'c1' }),
  post('CommentLiked', 'bo', { commentId: 'c1' }),
  post('PostLiked', 'ann'),
  post('PostLiked', 'bo'),
];
const others = ['ann', 'bo', 'cy'];

const folded = (...events: GivenEvent[]) => foldedModel(notificationsProjection, events);
type Read = ReturnType<typeof folded>;
async function rowsOf(read: Read, uid: string): Promise<RowDocument[]> {
  const ids = await membersOf(read, model.inboxOf(uid));
  return Promise.all(ids.map((id) => documentOf<RowDocument>(read, model.rows, model.rowKey(uid, id))));
}
const kindsOf = async (read: Read, uid: string) => (await rowsOf(read, uid)).map(({ kind }) => kind);
async function unreadOf(read: Read, uid: string): Promise<number> {
  const { unread } = await documentOf<InboxDocument>(read, model.inboxes, uid);
  expect(await membersOf(read, model.unreadOf(uid))).toHaveLength(unread);
  return unread;
}
/** The inboxes of others than the author, without the positions at which they were written. */
const seenByOthers = (read: Read) =>
  Object.entries(contentsOf(read))
    .filter(([name]) =>
      others.some((uid) =>
        [`rows/${uid} `, `inboxes/${uid}`, `index inbox:${uid}`].some((one) => name.startsWith(one)),
      ),
    )
    .map(([name, content]) => [name, content.replace(/^\d+ /, '')])
    .sort();

describe('what is hidden', () => {
  it('is in no inbox, and again as it was once it is restored', async () => {
    const before = folded(...busy);
    expect(await kindsOf(before, 'ann')).toEqual(['commentLiked', 'replied']);
    const hidden = folded(...busy, hide('post:p'));
    for (const uid of others) {
      expect(await rowsOf(hidden, uid)).toEqual([]);
      expect(await unreadOf(hidden, uid)).toBe(0);
    }
    expect(await kindsOf(hidden, 'mia')).toEqual(['contentHidden']);
    const restored = folded(...busy, hide('post:p'), restore('post:p'));
    expect(seenByOthers(restored)).toEqual(seenByOthers(before));
    expect(await kindsOf(restored, 'mia')).toEqual(['contentRestored', 'postLiked', 'postCommented', 'postCommented']);
  });

  it('has one notice for its author when it is hidden with all that they have published', async () => {
    const part = ([stream, type, data, actor]: GivenEvent): GivenEvent => [
      ...([stream, type, { ...data, partOf: 'works:mia' }, actor] as const),
    ];
    const mine = [...busy, comment('mia', 'c3', { replyTo: 'c1' })];
    const hidden = [...mine, hide('works:mia'), part(hide('post:p')), part(hide('postComment:p:c3'))];
    const read = folded(...hidden);
    for (const uid of others) expect(await rowsOf(read, uid)).toEqual([]);
    const [row, ...further] = await rowsOf(read, 'mia');
    expect(further).toEqual([]);
    expect(row).toMatchObject({ kind: 'contentHidden', subject: { type: 'works', id: 'mia' }, excerpt: 'Ads' });
    const restored = folded(
      ...hidden,
      ...[restore('works:mia'), part(restore('post:p')), part(restore('postComment:p:c3'))],
    );
    expect(seenByOthers(restored)).toEqual(seenByOthers(folded(...mine)));
    expect(await kindsOf(restored, 'mia')).toEqual(['contentRestored', 'postLiked', 'postCommented', 'postCommented']);
  });

  it('is only the comment, if it is one', async () => {
    const mine = [...busy, comment('mia', 'c3', { replyTo: 'c1' }), post('CommentLiked', 'cy', { commentId: 'c3' })];
    const hidden = folded(...mine, hide('postComment:p:c3'));
    expect(await kindsOf(hidden, 'ann')).toEqual(['commentLiked', 'replied']);
    expect(await kindsOf(hidden, 'mia')).toEqual(['contentHidden', 'postLiked', 'postCommented', 'postCommented']);
    const [row] = await rowsOf(hidden, 'mia');
    expect(row?.subject).toEqual({ type: 'post', id: 'p', commentId: 'c3' });
    // Its notification names the title of the post.
    const both = folded(...mine, hide('postComment:p:c3'), hide('post:p'), restore('postComment:p:c3'));
    expect(await kindsOf(both, 'mia')).toEqual(['contentHidden']);
    expect(await kindsOf(both, 'ann')).toEqual([]);
    const restored = folded(...mine, hide('post:p'), hide('postComment:p:c3'), restore('post:p'));
    expect(await kindsOf(restored, 'ann')).toEqual(['commentLiked', 'replied']);
  });

  it('goes on changing', async () => {
    const changed = [
      ...[...busy, hide('post:p'), post('PostUnliked', 'bo'), post('CommentDeleted', 'bo', { commentId: 'c2' })],
      ...[post('PostRevised', 'mia', text('Stew', 'bo')), comment('ann', 'c4'), post('PostLiked', 'cy')],
    ];
    expect(await rowsOf(folded(...changed), 'bo')).toEqual([]);
    const read = folded(...changed, restore('post:p'));
    const rows = await rowsOf(read, 'mia');
    expect(rows.map(({ kind, count }) => [kind, count])).toEqual([
      ...[
        ['contentRestored', 1],
        ['postLiked', 2],
        ['postCommented', 1],
      ],
      ['postCommented', 1],
    ]);
    expect(await unreadOf(read, 'mia')).toBe(4);
    expect(await kindsOf(read, 'ann')).toEqual(['commentLiked']);
    expect((await rowsOf(read, 'bo')).map(({ title }) => title)).toEqual(['Stew', 'Soup']);
    expect(await kindsOf(read, 'cy')).toEqual([]);
  });

  it('notifies of nothing new before it is restored', async () => {
    const late = [published, comment('ann', 'c1'), hide('post:p'), post('PostLiked', 'ann'), comment('bo', 'c2')];
    const liked = [...late, post('CommentLiked', 'bo', { commentId: 'c1' })];
    expect(await kindsOf(folded(...liked), 'mia')).toEqual(['contentHidden']);
    expect(await kindsOf(folded(...liked), 'ann')).toEqual([]);
    const restored = folded(...liked, restore('post:p'));
    expect(await kindsOf(restored, 'mia')).toEqual(['contentRestored', 'postCommented', 'postLiked', 'postCommented']);
    expect(await kindsOf(restored, 'ann')).toEqual(['commentLiked']);
  });

  it('stays read, and is not sent again', async () => {
    const read: GivenEvent = ['notifications-mia', 'NotificationsRead', { through: '2026-11-20T10:00:03.000Z' }, 'mia'];
    const events = [...busy, read, hide('post:p'), restore('post:p')];
    const entries = (of: Read) => of.range(model.unreadOf('mia'), { direction: 'ascending', limit: 9 });
    const after = folded(...events);
    expect(await entries(after)).toEqual([
      { member: 'postLiked:p', score: 5 },
      { member: 'contentRestoredOfpost:p', score: 9 },
    ]);
  });

  it('does not displace newer notifications from a full inbox', async () => {
    const comments = Array.from({ length: notificationLimits.inbox }, (_, n) => comment('ann', `c${n}`));
    const liked = ['a', 'b', 'c'].flatMap((id): GivenEvent[] => [
      [`post-${id}`, 'PostPublished', text(id), 'mia'],
      [`post-${id}`, 'PostLiked', {}, 'ann'],
    ]);
    const events = [published, ...comments, hide('post:p'), ...liked];
    expect(await kindsOf(folded(...events), 'mia')).toEqual(['postLiked', 'postLiked', 'postLiked', 'contentHidden']);
    const restored = await rowsOf(folded(...events, restore('post:p')), 'mia');
    expect(restored.length).toBeLessThanOrEqual(notificationLimits.inbox);
    expect(restored.slice(0, 5).map(({ kind }) => kind)).toEqual([
      ...['contentRestored', 'postLiked', 'postLiked', 'postLiked', 'postCommented'],
    ]);
    expect(restored[4]?.subject.commentId).toBe('c199');
  });

  it('outlasts older notifications in a full inbox', async () => {
    const older: GivenEvent[] = [
      ['post-a', 'PostPublished', text('a'), 'mia'],
      ['post-a', 'PostLiked', {}, 'ann'],
    ];
    const comments = Array.from({ length: notificationLimits.inbox - 2 }, (_, n) => comment('ann', `c${n}`));
    const events = [...older, published, ...comments, hide('post:p')];
    expect(await kindsOf(folded(...events), 'mia')).toEqual(['contentHidden', 'postLiked']);
    const followed: GivenEvent = ['following-ann', 'PersonFollowed', { uid: 'mia' }, 'ann'];
    const read = folded(...events, followed);
    expect(await kindsOf(read, 'mia')).toEqual(['followed', 'contentHidden']);
    const hidden = Object.keys(contentsOf(read)).filter((name) => name.startsWith('hidden-rows/mia '));
    expect(hidden).toHaveLength(comments.length);
  });

  it('moves back among the oldest when its newest like is taken back', async () => {
    const read = folded(...busy, hide('post:p'), post('PostUnliked', 'bo'));
    const entries = await read.range('hidden-inbox:mia', { direction: 'descending', limit: 1 });
    expect(entries).toEqual([{ member: 'postLiked:p', score: 5 }]);
  });

  it('leaves nothing when it is deleted', () => {
    const read = folded(...busy, hide('postComment:p:c1'), hide('post:p'), post('PostDeleted', 'mia'));
    const left = Object.keys(contentsOf(read)).filter((name) => !name.startsWith('inboxes/'));
    expect(left).toEqual(['index notified']);
  });
});

describe('authors', () => {
  const recipe: GivenEvent = ['recipe-r', 'RecipePublished', { title: 'Pie' }, 'mia'];

  it('have one notification of the last decision, without the moderator', async () => {
    const muted: GivenEvent = ['notifications-mia', 'NotificationSettingsChanged', { muted: ['likes'] }, 'mia'];
    const hidden = [muted, recipe, hide('recipe:r')];
    expect(await rowsOf(folded(...hidden), 'mia')).toMatchObject([
      { kind: 'contentHidden', title: 'Pie', excerpt: 'Ads', people: [], count: 1, unread: true },
    ]);
    const rejected = [...hidden, decided('recipe:r', 'AppealRejected', 'Still ads')];
    expect(await rowsOf(folded(...rejected), 'mia')).toMatchObject([{ kind: 'appealRejected', excerpt: 'Still ads' }]);
    const restored = folded(...rejected, restore('recipe:r'));
    expect(await rowsOf(restored, 'mia')).toMatchObject([{ kind: 'contentRestored', excerpt: 'Fine', people: [] }]);
    expect(await unreadOf(restored, 'mia')).toBe(1);
    expect(await kindsOf(folded(recipe, decided('recipe:r', 'AppealRejected')), 'mia')).toEqual(['appealRejected']);
  });
});

test('members are notified of a suspension, of its change and of its end', async () => {
  const suspended = decided('person:mia', 'MemberSuspended');
  const longer = decided('person:mia', 'MemberSuspended', 'Ads again');
  const read = folded(suspended, longer);
  expect(await rowsOf(read, 'mia')).toMatchObject([{ kind: 'memberSuspended', title: '', excerpt: 'Ads again' }]);
  // What changed is sent to browsers, too.
  expect(await read.range(model.unreadOf('mia'), { direction: 'ascending', limit: 9 })).toMatchObject([{ score: 2 }]);
  expect(await unreadOf(read, 'mia')).toBe(1);
  const lifted = folded(suspended, decided('person:mia', 'AppealRejected'), decided('person:mia', 'SuspensionLifted'));
  expect(await kindsOf(lifted, 'mia')).toEqual(['suspensionLifted']);
});
