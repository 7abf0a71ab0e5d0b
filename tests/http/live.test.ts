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
    await everythingArrived();
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(curious)).toEqual([]);
    expect(curious.socket.connected).toBe(true);
  });
});

describe('sessions', () => {
  test.each(['forged', ''])(
    'with the token "%s" a browser stays, as a visitor, and receives signedOut',
    async (token) => {
      const browser = await open(token);
      await until(() => browser.signedOut === 1);
      await everythingArrived();
      expect(browser.socket.connected).toBe(true);
    },
  );

  test('end with the token, and continue after a reconnect with a fresh one', async () => {
    // However long the connection takes, the token is valid until the test moves the clock.
    vi.useFakeTimers({ toFake: ['Date'] });
    tokens.issue('short', 'ann', 60_000);
    const browser = await open('short');
    expect(browser.signedOut).toBe(0);
    vi.setSystemTime(Date.now() + 60_000);
    await until(() => browser.signedOut === 1);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(browser)).toEqual([]);

    browser.socket.auth = { token: 'ann' };
    browser.socket.disconnect().connect();
    await until(() => browser.socket.connected);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect([lists(browser), browser.signedOut]).toEqual([['list-of-ann'], 1]);
  });

  test('do not begin with an expired token', async () => {
    tokens.issue('stale', 'ann', -1);
    const browser = await open('stale');
    await until(() => browser.signedOut === 1);
  });

  test('begin with a missed event once the identity service is available again', async () => {
    // With equal pauses, the token of the browser that leaves would be verified first.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    tokens.unavailable = true;
    const [leaving, browser] = [await open('ben'), await open('ann')];
    expect([browser.signedOut, tokens.watching('ann')]).toEqual([0, 0]);
    leaving.socket.disconnect();
    browsers = [browser];
    tokens.unavailable = false;
    await until(() => browser.missed === 1);
    server.gateway.applied(removed('ann'));
    await everythingArrived();
    expect(lists(browser)).toEqual(['list-of-ann']);
    expect([tokens.watching('ann'), tokens.watching('ben')]).toEqual([1, 0]);
  });

  test('do not begin when the token proves invalid after an outage of the identity service', async () => {
    tokens.unavailable = true;
    const browser = await open('forged');
    expect(browser.signedOut).toBe(0);
    tokens.unavailable = false;
    await until(() => browser.signedOut === 1, 10_000);
    await everythingArrived();
    expect(browser.missed).toBe(0);
  });

  test('are watched until the browser leaves', async () => {
    const [leaving, staying] = [await open('ann'), await open('ann')];
    expect(tokens.watching('ann')).toBe(2);
    leaving.socket.disconnect();
    browsers = [staying];
    await until(() => tokens.watching('ann') === 1);
  });

  test('end when a page of an earlier release sends another token, so that it reconnects with that', async () => {
    const browser = await open('ann');
    browser.socket.io.engine.write('20["authenticate",null]');
    await until(() => !browser.socket.connected);
    expect([tokens.watching('ann'), server.gateway.connections]).toEqual([0, 0]);
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
