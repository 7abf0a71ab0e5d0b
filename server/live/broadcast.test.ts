import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import { until } from '../../tests/support/until.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import { createBroadcast } from './broadcast.ts';
import { frameOf } from './frames.ts';

interface Browser {
  seen: number;
  readonly got: LiveMessage[];
  writes: number;
}

/** A broadcast to browsers that take so long (ms) each to be sent something. */
function crowd(size: number, sendMs = 0) {
  const browsers: Browser[] = [];
  const broadcast = createBroadcast(
    {
      get size() {
        return browsers.length;
      },
      inOrder: () => [...browsers],
    },
    (browser: Browser, { messages, frames }) => {
      expect(frames.equals(Buffer.concat(messages.map(frameOf)))).toBe(true);
      browser.got.push(...messages);
      browser.writes += 1;
      for (const end = performance.now() + sendMs; performance.now() < end; );
    },
  );
  const join = () => {
    const browser: Browser = { seen: broadcast.newest, got: [], writes: 0 };
    browsers.push(browser);
    return browser;
  };
  for (let i = 0; i < size; i++) join();
  return { browsers, broadcast, join };
}

const deleted = (postId: string): LiveMessage => ({ kind: 'post.deleted', position: '1', postId });
const likes = (postId: string, likeCount: number): LiveMessage => ({
  kind: 'post.likes',
  position: '1',
  postId,
  likeCount,
});

test('everybody gets every message in order, but who joins later only what is told later', async () => {
  const { browsers, broadcast, join } = crowd(100);
  broadcast.tell([deleted('a'), deleted('b')]);
  const late = join();
  broadcast.tell([deleted('c')]);
  broadcast.finish();
  expect(late.got).toEqual([deleted('c')]);
  for (const { got } of browsers.slice(0, 100)) expect(got).toEqual([deleted('a'), deleted('b'), deleted('c')]);
});

test('sending to many leaves time for other work', async () => {
  const { browsers, broadcast } = crowd(400, 0.1);
  broadcast.tell([deleted('a')]);
  let turns = 0;
  while (browsers.at(-1)?.writes === 0) {
    const before = browsers.filter(({ writes }) => writes > 0).length;
    await setImmediate();
    // A turn of 1 ms is ten of these browsers, and a few until it looks at the clock again.
    expect(browsers.filter(({ writes }) => writes > 0).length - before).toBeLessThan(40);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(10);
});

test('a message reaches the first while the one before is still on its way to the last', async () => {
  const { browsers, broadcast } = crowd(400, 0.1);
  broadcast.tell([deleted('a')]);
  broadcast.tell([deleted('b')]);
  await setImmediate();
  await setImmediate();
  expect(browsers[0]?.got).toEqual([deleted('a'), deleted('b')]);
  expect(browsers.at(-1)?.got).toEqual([]);
  await until(() => browsers.at(-1)?.got.length === 2);
  expect(browsers.at(-1)?.writes).toBe(1);
});

test('the last are not kept waiting by messages that keep coming', async () => {
  const { browsers, broadcast } = crowd(200, 0.1);
  broadcast.tell([deleted('a')]);
  let told = 0;
  while (browsers.at(-1)?.got.length === 0) {
    broadcast.tell([likes('a', ++told)]);
    await setImmediate();
    expect(told).toBeLessThan(100);
  }
});

test('of the like counts of a post or a playlist that wait together only the last is sent', async () => {
  const { browsers, broadcast } = crowd(2);
  const loved = (likeCount: number): LiveMessage => ({
    kind: 'playlist.likes',
    position: String(likeCount),
    playlistId: 'p',
    likeCount,
  });
  broadcast.tell([likes('a', 1), deleted('b'), loved(1), likes('c', 1), likes('a', 2), loved(2)]);
  broadcast.finish();
  for (const { got, writes } of browsers) {
    expect(got).toEqual([deleted('b'), likes('c', 1), likes('a', 2), loved(2)]);
    expect(writes).toBe(1);
  }
});

test('however messages, joins and turns interleave, nobody misses anything and nothing comes twice', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a', 'b').map((postId) => ({ like: postId })) },
    { weight: 2, arbitrary: fc.constant({ delete: true }) },
    { weight: 1, arbitrary: fc.constant({ join: true }) },
    { weight: 4, arbitrary: fc.constant({ turn: true }) },
  );
  const histories = new Spread();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { browsers, broadcast, join } = crowd(30, 0.05);
      const told: LiveMessage[] = [];
      histories.add(steps.length);
      const joinedAt = new Map(browsers.map((browser) => [browser, 0]));
      for (const [n, now] of steps.entries()) {
        if ('turn' in now) await setImmediate();
        else if ('join' in now) joinedAt.set(join(), told.length);
        else {
          const message = 'like' in now ? likes(now.like, n) : deleted(`post-${n}`);
          told.push(message);
          broadcast.tell([message]);
        }
      }
      await until(() => browsers.every(({ seen }) => seen === told.length));
      for (const { got, ...browser } of browsers) {
        const due = told.slice([...joinedAt].find(([joined]) => joined.got === got)?.[1] ?? 0);
        expect(got.filter(({ kind }) => kind === 'post.deleted')).toEqual(
          due.filter(({ kind }) => kind === 'post.deleted'),
        );
        expect(got).toEqual(due.filter((message) => got.includes(message)));
        for (const postId of ['a', 'b']) {
          const count = (messages: LiveMessage[]) =>
            messages.findLast((message) => message.kind === 'post.likes' && message.postId === postId);
          expect(count(got)).toEqual(count(due));
        }
        expect(browser.writes).toBeLessThanOrEqual(due.length);
      }
    }),
    { numRuns: 60 },
  );
  expect(histories.mean).toBeGreaterThan(10);
}, 30_000);
