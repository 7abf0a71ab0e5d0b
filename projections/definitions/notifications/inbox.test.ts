import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { notificationLimits } from '../../../server/core/contracts/limits.ts';
import type { GivenEvent } from '../../../tests/support/applied-batches.ts';
import { arbitraryEvent } from '../../../tests/support/arbitrary-events.ts';
import { contentsOf } from '../../../tests/support/contents-of.ts';
import { documentOf, membersOf } from '../../../tests/support/folded-model.ts';
import {
  commented,
  folded,
  inbox,
  kindsOf,
  mentioning,
  post,
  published,
  readThrough,
  rowsOf,
  timeOf,
  unreadOf,
} from '../../../tests/support/notifications.ts';
import { type InboxDocument, inboxModel as model } from './inbox.ts';
import { notificationsProjection } from './notifications.ts';

describe('reading', () => {
  const liked = [published(), post('PostLiked', 'ann'), commented('bo', 'c1'), commented('cy', 'c2')];

  it('covers what was there at that time, and nothing that is newer', async () => {
    const read = folded(...liked, readThrough('mia', 3));
    expect((await rowsOf(read, 'mia')).map(({ unread }) => unread)).toEqual([true, false, false]);
    expect(await unreadOf(read, 'mia')).toBe(1);
    expect(await membersOf(read, model.unreadOf('mia'))).toEqual(['comment:p:c2']);
  });

  it('of one leaves the others unread', async () => {
    const one = inbox('mia', 'NotificationRead', { id: 'comment:p:c1', through: timeOf(3) });
    const read = folded(...liked, one, one);
    expect((await rowsOf(read, 'mia')).map(({ unread }) => unread)).toEqual([true, false, true]);
  });

  it('of an older state leaves a grouped one unread', async () => {
    const read = folded(...liked, post('PostLiked', 'cy'), readThrough('mia', 4));
    expect((await rowsOf(read, 'mia')).map(({ kind, unread }) => [kind, unread])).toEqual([
      ['postLiked', true],
      ['postCommented', false],
      ['postCommented', false],
    ]);
  });
});

test('a muted group is left out from then on', async () => {
  const muted = inbox('mia', 'NotificationSettingsChanged', { muted: ['likes'] });
  const unmuted = inbox('mia', 'NotificationSettingsChanged', { muted: [] });
  const read = folded(published(), muted, post('PostLiked', 'ann'), commented('ann', 'c1'));
  expect(await kindsOf(read, 'mia')).toEqual(['postCommented']);
  expect(await kindsOf(folded(published(), muted, unmuted, post('PostLiked', 'ann')), 'mia')).toEqual(['postLiked']);
});

test('a reply that names its recipient is a reply to them if they have muted mentions', async () => {
  const muted = inbox('ann', 'NotificationSettingsChanged', { muted: ['mentions'] });
  const replied = commented('ben', 'c2', { replyTo: 'c1', ...mentioning('ann') });
  const read = folded(published(), commented('ann', 'c1'), muted, replied);
  expect(await kindsOf(read, 'ann')).toEqual(['replied']);
  expect(await kindsOf(folded(published(), commented('ann', 'c1'), replied), 'ann')).toEqual(['mentioned']);
});

test('an inbox keeps its newest notifications', async () => {
  const many = Array.from({ length: 250 }, (_, n) => commented('ann', `c${n}`));
  const read = folded(published(), post('PostLiked', 'ann'), ...many);
  const rows = await rowsOf(read, 'mia');
  expect(rows).toHaveLength(notificationLimits.inbox);
  expect(rows[0]?.subject.commentId).toBe('c249');
  expect(await documentOf(read, model.inboxes, 'mia')).toEqual({ size: 200, unread: 200, muted: [] });
  expect(Object.keys(contentsOf(read)).filter((name) => name.startsWith('rows/'))).toHaveLength(200);
});

test('the counts of an inbox are those of its notifications, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryEvent, { minLength: 50, maxLength: 200, size: 'max' }), async (history) => {
      const read = folded(
        ...history.flatMap(({ stream, type, data, actor }): GivenEvent[] =>
          type in notificationsProjection.events ? [[stream, type, data, actor]] : [],
        ),
      );
      for (const uid of ['ann', 'bo', 'cy']) {
        const stored = await read.get(model.inboxes, uid);
        const counts: InboxDocument = stored ? JSON.parse(stored.json) : { size: 0, unread: 0, muted: [] };
        const rows = await rowsOf(read, uid);
        const hidden = Object.keys(contentsOf(read)).filter((name) => name.startsWith(`hidden-rows/${uid} `));
        const unread = rows.filter((row) => row.unread).map(({ id }) => id);
        expect([counts.size, counts.unread]).toEqual([rows.length + hidden.length, unread.length]);
        expect((await membersOf(read, model.unreadOf(uid))).sort()).toEqual(unread.sort());
        const entries = await read.range(`hidden-inbox:${uid}`, { direction: 'ascending', limit: 1_000 });
        expect(entries).toHaveLength(hidden.length);
        for (const { member, score } of entries)
          expect(await documentOf(read, 'hidden-rows', model.rowKey(uid, member))).toMatchObject({ position: score });
        for (const row of rows) expect(row.people.map((person) => person.uid)).not.toContain(uid);
      }
    }),
    { numRuns: 60 },
  );
});
