import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Browser,
  type BrowserOptions,
  browse,
  type LiveServer,
  likeCounts,
  liked,
  lists,
  published,
  removed,
  startLive,
  Tokens,
} from '../support/live.ts';
import { until } from '../support/until.ts';

let tokens: Tokens;
let server: LiveServer;
let browsers: Browser[];
let told: number;

beforeEach(async () => {
  tokens = new Tokens();
  for (const name of ['ann', 'ben']) tokens.issue(name);
  browsers = [];
  told = 1_000;
  server = await startLive(tokens);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { socket } of browsers) socket.disconnect();
  await server.close();
});

async function open(token?: string, options?: BrowserOptions): Promise<Browser> {
  const browser = await browse(server.url, token, options);
  browsers.push(browser);
  return browser;
}

/** Tells everybody of a like; once it is there, so is everything that was told before. */
async function everythingArrived(): Promise<void> {
  told += 1;
  server.gateway.applied(liked(told, { actor: 'nobody', postId: 'the-last' }));
  await until(() => browsers.every((browser) => likeCounts(browser).at(-1) === told));
}

describe('rooms', () => {
  test('a visitor is told what everybody is told, and nothing of lists or people', async () => {
    const visitor = await open();
    server.gateway.applied(removed('ann'));
    server.gateway.applied(liked(3));
    await everythingArrived();
    expect(visitor.messages.slice(0, -1)).toEqual([
      expect.objectContaining({ kind: 'post.changed', postId: 'p1', likeCount: 3 }),
    ]);
    expect(visitor.signedOut).toBe(0);
  });

  test("a list's changes go to all browsers of its user and to nobody else's", async () => {
    const [phone, laptop, ben, visitor] = [await open('ann'), await open('ann'), await open('ben'), await open()];
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect([phone, laptop, ben, visitor].map(lists)).toEqual([['list-of-ann'], ['list-of-ann'], [], []]);
  });

  test('whether one likes a post is told to his own browsers only', async () => {
    const [ann, ben] = [await open('ann'), await open('ben')];
    server.gateway.applied(liked(3, { actor: 'ann' }));
    await everythingArrived();
    const own = expect.objectContaining({ kind: 'post.liked', postId: 'p1', liked: true });
    expect(ann.messages).toContainEqual(own);
    expect(ben.messages).not.toContainEqual(own);
  });

  test('a browser cannot ask for a room, and whatever it says is no command', async () => {
    const curious = await open('ben', { query: { room: 'list:list-of-ann' } });
    const { engine } = curious.socket.io;
    engine.write('2["join","list:list-of-ann"]');
    engine.write('2["live",{"kind":"post.changed","postId":"p1","likeCount":99}]');
    engine.write('21["deliver",{"from":"me","number":1,"addressed":[]}]');
    engine.write('22["authenticate",{"uid":"ann"}]');
    engine.write('2["authenticate"]');
    await everythingArrived();
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(curious)).toEqual([]);
    expect(curious.socket.connected).toBe(true);
  });
});

describe('signing in and out', () => {
  test.each(['forged', ''])('with the token "%s" a browser stays, as a visitor, and is told so', async (token) => {
    const browser = await open(token);
    await until(() => browser.signedOut === 1);
    await everythingArrived();
    expect(browser.socket.connected).toBe(true);
    expect(await browser.authenticate('forged')).toBe(false);
  });

  test('a visitor who signs in is in his rooms at once, and reads again what he may have missed', async () => {
    const browser = await open();
    expect(await browser.authenticate('ann')).toBe(true);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(browser)).toEqual(['list-of-ann']);
    expect(browser.missed).toBe(1);
  });

  test('whoever signs out, or fails to sign in again, is a visitor again', async () => {
    const [out, failed] = [await open('ann'), await open('ann')];
    expect(await out.authenticate(null)).toBe(false);
    expect(await failed.authenticate('forged')).toBe(false);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect([...lists(out), ...lists(failed)]).toEqual([]);
  });

  test('whoever signs in as somebody else is told nothing of the former any more', async () => {
    const browser = await open('ann');
    expect(await browser.authenticate('ben')).toBe(true);
    server.gateway.applied(removed('ann'));
    server.gateway.applied(removed('ben'));
    await everythingArrived();
    expect(lists(browser)).toEqual(['list-of-ben']);
  });

  test('signing out overtakes a sign-in that is still being verified', async () => {
    const browser = await open();
    const verified = Promise.withResolvers<void>();
    tokens.pause = verified.promise;
    const signedIn = browser.authenticate('ann');
    expect(await browser.authenticate(null)).toBe(false);
    verified.resolve();
    expect(await signedIn).toBe(false);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(browser)).toEqual([]);
  });

  test('rights end with the token, and a fresh one in time keeps them', async () => {
    // The clock alone is the test's: however long the connections take, the token is good until it is moved.
    vi.useFakeTimers({ toFake: ['Date'] });
    tokens.issue('short', 'ann', 60_000);
    const [lapsing, renewing] = [await open('short'), await open('short')];
    expect(await renewing.authenticate('ann')).toBe(true);
    expect([lapsing.signedOut, renewing.signedOut]).toEqual([0, 0]);
    vi.setSystemTime(Date.now() + 60_000);
    await until(() => lapsing.signedOut === 1);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(lapsing)).toEqual([]);
    expect(lists(renewing)).toEqual(['list-of-ann']);
    expect([renewing.signedOut, renewing.missed]).toEqual([0, 0]);

    expect(await lapsing.authenticate('ann')).toBe(true);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(lapsing)).toEqual(['list-of-ann']);
  });

  test('a token that has expired already is no good', async () => {
    tokens.issue('stale', 'ann', -1);
    const browser = await open('stale');
    await until(() => browser.signedOut === 1);
  });

  test('while the identity service is away a browser is a visitor, and signed in by itself once it is back', async () => {
    tokens.unavailable = true;
    const [early, late] = [await open('ann'), await open()];
    expect(await late.authenticate('ben')).toBe(false);
    expect([early.signedOut, late.signedOut]).toEqual([0, 0]);
    tokens.unavailable = false;
    await until(() => early.missed === 1 && late.missed === 1);
    server.gateway.applied(removed('ann'));
    server.gateway.applied(removed('ben'));
    await everythingArrived();
    expect([lists(early), lists(late)]).toEqual([['list-of-ann'], ['list-of-ben']]);
  });

  test('signs a socket out when its token proves bad after an outage', async () => {
    tokens.unavailable = true;
    const [forged, changed] = [await open('forged'), await open()];
    expect(await changed.authenticate('forged')).toBe(false);
    expect([forged.signedOut, changed.signedOut]).toEqual([0, 0]);
    tokens.unavailable = false;
    await until(() => forged.signedOut === 1 && changed.signedOut === 1, 10_000);
    await everythingArrived();
    expect([forged.missed, changed.missed]).toEqual([0, 0]);
  });

  test('a signed-in browser that comes with a token that has ended leaves its rooms', async () => {
    const browser = await open('ann');
    tokens.issue('ann', 'ann', -1);
    expect(await browser.authenticate('ann')).toBe(false);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect([lists(browser), browser.signedOut]).toEqual([[], 0]);
    expect(await browser.authenticate('ben')).toBe(true);
    server.gateway.applied(removed('ben'));
    await everythingArrived();
    expect(lists(browser)).toEqual(['list-of-ben']);
  });

  test('a browser that came with a token while the identity service was away keeps what it has become since', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    tokens.unavailable = true;
    const browser = await open('ann');
    tokens.unavailable = false;
    expect(await browser.authenticate('ben')).toBe(true);
    await until(() => browser.missed === 1);
    // The next try with the older token would be within a second.
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    server.gateway.applied(removed('ann'));
    server.gateway.applied(removed('ben'));
    await everythingArrived();
    expect(lists(browser)).toEqual(['list-of-ben']);
  });

  test('the token of a browser is watched until it leaves, signs out or comes with another', async () => {
    const [leaving, out, other] = [await open('ann'), await open('ann'), await open('ann')];
    expect(tokens.watching('ann')).toBe(3);
    leaving.socket.disconnect();
    browsers = [out, other];
    await until(() => tokens.watching('ann') === 2);
    await out.authenticate(null);
    expect(tokens.watching('ann')).toBe(1);
    await other.authenticate('ben');
    expect([tokens.watching('ann'), tokens.watching('ben')]).toEqual([0, 1]);
  });

  test('who signs out and in again reads again what was missed in between', async () => {
    const browser = await open('ann');
    await browser.authenticate(null);
    expect(await browser.authenticate('ann')).toBe(true);
    await until(() => browser.missed === 1);
  });

  test('only a few tokens of a browser are verified in a short time', async () => {
    await server.close();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    server = await startLive(tokens);
    const browser = await open();
    const answers: boolean[] = [];
    for (let i = 0; i < 8; i++) answers.push(await browser.authenticate('ann'));
    expect(answers).toEqual([...Array(5).fill(true), ...Array(3).fill(false)]);
    expect(await browser.authenticate(null)).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(await browser.authenticate('ann')).toBe(true);
  });
});

describe.each([
  ['websocket', ['websocket']],
  ['polling', ['polling']],
  ['polling, then websocket', ['polling', 'websocket']],
])('over %s', (_, transports) => {
  test('everything arrives in order, each message at the position of its event', async () => {
    const browser = await open('ann', { transports });
    const counts = Array.from({ length: 60 }, (_, i) => i + 1);
    for (const count of counts) server.gateway.applied(liked(count, { postId: `p${count}` }));
    await everythingArrived();
    expect(likeCounts(browser).slice(0, -1)).toEqual(counts);
    const positions = browser.messages.filter(({ kind }) => kind === 'post.changed').map((m) => BigInt(m.position));
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(positions).size).toBe(counts.length + 1);
  });

  test('a long post arrives whole, with every letter', async () => {
    const browser = await open(undefined, { transports });
    const content = `Grüße, 餃子 🥟 ${'x'.repeat(80_000)}`;
    server.gateway.applied(published({ content }));
    await everythingArrived();
    expect(browser.messages[0]).toMatchObject({ kind: 'post.published', post: { content } });
  });
});

describe('what is told', () => {
  test('of many likes at once a browser is told the last', async () => {
    const browser = await open();
    for (let count = 1; count <= 500; count++) server.gateway.applied(liked(count));
    await everythingArrived();
    expect(likeCounts(browser).at(-2)).toBe(500);
  });

  test('history that is folded again is no news: browsers read its outcome once', async () => {
    const browser = await open('ann');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    for (let count = 1; count <= 60; count++) {
      server.gateway.applied(liked(count, { at: '2026-01-01T00:00:00.000Z' }));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await until(() => browser.missed > 0);
    await everythingArrived();
    expect(browser.messages).toHaveLength(1);
    expect(browser.missed).toBe(1);
  });

  test('who comes after history was folded again has nothing to read twice', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
    server.gateway.applied(liked(1, { at: '2026-01-01T00:00:00.000Z' }));
    const browser = await open('ann');
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await everythingArrived();
    expect(browser.missed).toBe(0);
  });

  test('what is told after something later is read again: it would show what is not so any more', async () => {
    const browser = await open('ann');
    server.gateway.applied({ ...published({ title: 'Soup' }), overtaken: true });
    await until(() => browser.missed > 0);
    await everythingArrived();
    expect(likeCounts(browser)).toHaveLength(browser.messages.length);
  });
});

describe('going down', () => {
  test('what was told before is sent, and browsers come back by themselves to the next server', async () => {
    const [browser, polling] = [await open('ann'), await open(undefined, { transports: ['polling'] })];
    server.gateway.applied(liked(7));
    await server.close();
    await until(() => [browser, polling].every((one) => likeCounts(one).at(-1) === 7));
    expect(browser.socket.active).toBe(true);

    server = await startLive(tokens, { port: server.port });
    await until(() => browser.socket.connected && polling.socket.connected);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(browser)).toEqual(['list-of-ann']);
  });
});
