import { expect, test, vi } from 'vitest';
import type { RecordedEvent } from '../../../core/event-log.ts';
import { matching, type Query, startOf } from './matching.ts';

const at = (seconds: number) => `2026-11-18T17:30:0${seconds}.000Z`;
const event: RecordedEvent = {
  ...{ position: 7n, revision: 0n, stream: 'post-1', id: '7', type: 'PostLiked', data: {} },
  meta: { actor: 'mia', commandId: 'of-mia', correlationId: 'request', at: at(5), schema: 1 },
};
const isShown = (query: Omit<Query, 'why'>) => matching({ ...query, why: 'help' })(event);

test.each<[Omit<Query, 'why'>, Omit<Query, 'why'>]>([
  [{ stream: 'post-1' }, { stream: 'post-2' }],
  [{ actor: 'mia' }, { actor: 'tom' }],
  [{ type: 'PostLiked' }, { type: 'PostUnliked' }],
  [{ without: 'PostUnliked' }, { without: 'PostLiked' }],
  [{ since: at(5) }, { since: at(6) }],
  [{ until: at(5) }, { until: at(4) }],
  [{ since: '2026-11-18T18:30:05+01:00' }, { until: '2026-11-18T18:30:04+01:00' }],
  [{ correlation: 'request' }, { correlation: 'other' }],
  [{ command: 'of-mia' }, { command: 'of-tom' }],
])('an event that matches %j does not match %j', (matched, other) => {
  expect([isShown(matched), isShown(other)]).toEqual([true, false]);
  expect(isShown({ actor: 'mia', ...other })).toBe(false);
});

test('a tail begins behind a position, before the events since a time, or with new events', async () => {
  const find = vi.fn(async () => [event]);
  const startFor = (query: Omit<Query, 'why'>) =>
    startOf({ ...query, why: 'help' }, { head: async () => 9n }, { find });
  expect(await startFor({})).toBe(9n);
  expect(await startFor({ after: '0', since: at(6) })).toBeUndefined();
  expect(await startFor({ after: '3', since: at(6) })).toBe(3n);
  expect(await startFor({ since: at(6) })).toBe(7n);
  // The last event before that millisecond.
  const until = new Date('2026-11-18T17:30:05.999Z');
  expect(find.mock.calls).toEqual([[{ until, direction: 'backwards', limit: 1 }]]);
});
