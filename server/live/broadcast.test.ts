import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import { until } from '../../tests/support/until.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import { createBroadcast } from './broadcast.ts';
import { frameOf } from './frames.ts';

interface Browser {
  lastSent: number;
  readonly received: LiveMessage[];
  writes: number;
}

/** A broadcast to browsers whose writes take `sendMs` each. */
function broadcastTo(size: number, sendMs = 0) {
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
      browser.received.push(...messages);
      browser.writes += 1;
      for (const end = performance.now() + sendMs; performance.now() < end; );
    },
  );
  const join = () => {
    const browser: Browser = { lastSent: broadcast.newest, received: [], writes: 0 };
    browsers.push(browser);
    return browser;
  };
  for (let i = 0; i < size; i++) join();
  return { browsers, broadcast, join };
}

const deleted = (postId: string): LiveMessage => ({ kind: 'post.deleted', position: '1', postId });
/** A like that gives a post this revision. */
const likes = (postId: string, revision: number, from = revision - 1) => ({
  kind: 'post.changed' as const,
  position: '1',
  postId,
  from: String(from),
  revision: String(revision),
  likeCount: revision,
});

const liked: LiveMessage = { kind: 'post.liked', position: '1', postId: 'a', revision: '1', liked: true };

test('sends all messages in order, and to later listeners only later ones', async () => {
  const { browsers, broadcast, join } = broadcastTo(100);
  broadcast.publish([deleted('a'), deleted('b')]);
  const late = join();
  broadcast.publish([deleted('c')]);
  broadcast.flush();
  expect(late.received).toEqual([deleted('c')]);
  for (const { received } of browsers.slice(0, 100))
    expect(received).toEqual([deleted('a'), deleted('b'), deleted('c')]);
});

test('yields to other work while it sends to many', async () => {
  const { browsers, broadcast } = broadcastTo(400, 0.1);
  broadcast.publish([deleted('a')]);
  let turns = 0;
  while (browsers.at(-1)?.writes === 0) {
    const before = browsers.filter(({ writes }) => writes > 0).length;
    await setImmediate();
    // A turn of 1 ms serves ten of these browsers, and a few more until the next clock check.
    expect(browsers.filter(({ writes }) => writes > 0).length - before).toBeLessThan(40);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(10);
});

test('sends a message to the first listener before the last one has the previous message', async () => {
  const { browsers, broadcast } = broadcastTo(400, 0.1);
  broadcast.publish([deleted('a')]);
  broadcast.publish([deleted('b')]);
  await setImmediate();
  await setImmediate();
  expect(browsers[0]?.received).toEqual([deleted('a'), deleted('b')]);
  expect(browsers.at(-1)?.received).toEqual([]);
  await until(() => browsers.at(-1)?.received.length === 2);
  expect(browsers.at(-1)?.writes).toBe(1);
});

test('sends a private message after the pending ones of its listener, and each once', () => {
  const { browsers, broadcast, join } = broadcastTo(400, 0.1);
  const last = join();
  broadcast.publish([deleted('a')]);
  expect(last.received).toEqual([]);
  broadcast.sendTo([last], [liked]);
  expect(last.received).toEqual([deleted('a'), liked]);
  broadcast.publish([deleted('b')]);
  broadcast.flush();
  expect(last.received).toEqual([deleted('a'), liked, deleted('b')]);
  for (const { received } of browsers.slice(0, -1)) expect(received).toEqual([deleted('a'), deleted('b')]);
});

test('does not starve the last listener while messages keep arriving', async () => {
  const { browsers, broadcast } = broadcastTo(200, 0.1);
  broadcast.publish([deleted('a')]);
  let published = 0;
  while (browsers.at(-1)?.received.length === 0) {
    broadcast.publish([likes('a', ++published)]);
    await setImmediate();
    expect(published).toBeLessThan(100);
  }
});

test('sends only the last of the pending like counts of a post or playlist', async () => {
  const { browsers, broadcast } = broadcastTo(2);
  const playlistLikes = (revision: number, from = revision - 1): LiveMessage => ({
    kind: 'playlist.likes',
    position: '1',
    playlistId: 'p',
    from: String(from),
    revision: String(revision),
    likeCount: revision,
  });
  broadcast.publish([likes('a', 1), deleted('b'), playlistLikes(1), likes('c', 1), likes('a', 2), playlistLikes(2)]);
  broadcast.flush();
  for (const { received, writes } of browsers) {
    expect(received).toEqual([deleted('b'), likes('c', 1), likes('a', 2, 0), playlistLikes(2, 0)]);
    expect(writes).toBe(1);
  }
});

test('does not merge the like counts of a post and a playlist with the same id', () => {
  const { browsers, broadcast } = broadcastTo(1);
  const ofPlaylist: LiveMessage = {
    kind: 'playlist.likes',
    position: '1',
    playlistId: 'a',
    from: '1',
    revision: '2',
    likeCount: 1,
  };
  broadcast.publish([likes('a', 1), ofPlaylist]);
  broadcast.flush();
  expect(browsers[0]?.received).toEqual([likes('a', 1), ofPlaylist]);
});

test('does not merge like counts of a post across another change', () => {
  const { browsers, broadcast } = broadcastTo(1);
  const comments = { count: 1, added: [], removed: [] };
  const commented = { ...likes('a', 2), comments };
  const likedComment = { ...likes('a', 5), likedComments: [{ id: 'c', likeCount: 1 }] };
  broadcast.publish([likes('a', 1), commented, likes('a', 3), likes('a', 4), likedComment, likes('a', 6)]);
  broadcast.flush();
  expect(browsers[0]?.received).toEqual([likes('a', 1), commented, likes('a', 4, 2), likedComment, likes('a', 6)]);
});

test('sends every message once in any interleaving of messages, joins and turns', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a' as const, 'b' as const).map((postId) => ({ like: postId })) },
    { weight: 2, arbitrary: fc.constant({ delete: true }) },
    { weight: 1, arbitrary: fc.constant({ join: true }) },
    { weight: 2, arbitrary: fc.record({ likeBy: fc.nat(29) }) },
    { weight: 4, arbitrary: fc.constant({ turn: true }) },
  );
  const histories = new Spread();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { browsers, broadcast, join } = broadcastTo(30, 0.05);
      const published: LiveMessage[] = [];
      const revisions = { a: 0, b: 0 };
      histories.add(steps.length);
      const joinedAt = new Map(browsers.map((browser) => [browser, 0]));
      for (const [n, now] of steps.entries()) {
        if ('turn' in now) await setImmediate();
        else if ('join' in now) joinedAt.set(join(), published.length);
        else if ('likeBy' in now) {
          const recipient = browsers[now.likeBy];
          if (recipient) broadcast.sendTo([recipient], [liked]);
          expect(recipient?.lastSent).toBe(published.length);
        } else {
          const message = 'like' in now ? likes(now.like, ++revisions[now.like]) : deleted(`post-${n}`);
          published.push(message);
          broadcast.publish([message]);
        }
      }
      await until(() => browsers.every(({ lastSent }) => lastSent === published.length));
      for (const { received, ...browser } of browsers) {
        const expected = published.slice([...joinedAt].find(([joined]) => joined.received === received)?.[1] ?? 0);
        expect(received.filter(({ kind }) => kind === 'post.deleted')).toEqual(
          expected.filter(({ kind }) => kind === 'post.deleted'),
        );
        for (const postId of ['a', 'b']) {
          const changes = (messages: LiveMessage[]) =>
            messages.flatMap((message) =>
              message.kind === 'post.changed' && message.postId === postId ? message : [],
            );
          const [first] = changes(expected);
          let lastRevision = first?.from ?? null;
          for (const { from, revision } of changes(received)) {
            expect(Number(from)).toBeLessThanOrEqual(Number(lastRevision));
            expect(Number(revision)).toBeGreaterThan(Number(lastRevision));
            lastRevision = revision;
          }
          expect(lastRevision).toBe(changes(expected).at(-1)?.revision ?? null);
        }
        const privateCount = received.filter(({ kind }) => kind === 'post.liked').length;
        expect(browser.writes - privateCount).toBeLessThanOrEqual(expected.length);
      }
    }),
    { numRuns: 60 },
  );
  expect(histories.mean).toBeGreaterThan(7);
}, 30_000);
