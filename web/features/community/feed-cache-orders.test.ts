import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedOf, folded } from '../../../tests/support/cached-feed.ts';
import { scenario } from '../../../tests/support/feed-histories.ts';
import { withWaitingShown } from '../../lib/live-list.ts';
import type { Feed } from './feed-cache.ts';

const everything = (feed: Feed) => withWaitingShown(feed).shown.map(({ item }) => item);

describe('folding live messages into the cached feed', () => {
  test('any order and any repetition ends in what the server has, once the posts are known', () => {
    fc.assert(
      fc.property(scenario, ({ states, published, readAt, shuffled }) => {
        const start = feedOf(states[readAt] ?? [], String(readAt));
        expect(everything(folded(start, [...published, ...shuffled]))).toEqual(states.at(-1));
      }),
    );
  });

  test('a fresh read and the messages about later positions mix in any order', () => {
    fc.assert(
      fc.property(scenario, ({ states, messages, readAt, readAgainAt, answerAfter }) => {
        const start = feedOf(states[readAt] ?? [], String(readAt));
        const meanwhile = folded(start, messages.slice(0, answerAfter));
        const again = feedOf(states[readAgainAt] ?? [], String(readAgainAt), meanwhile);
        expect(everything(folded(again, messages.slice(answerAfter)))).toEqual(states.at(-1));
      }),
    );
  });
});
