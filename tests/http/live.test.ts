import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Browser,
  type BrowserOptions,
  connectBrowser,
  itemRemoved,
  type LiveServer,
  likeCounts,
  likedAndPublished,
  listIds,
  postLiked,
  postPublished,
  startLive,
  Tokens,
} from '../support/live.ts';
import { until } from '../support/until.ts';

let tokens: Tokens;
let server: LiveServer;
let browsers: Browser[];
let lastCount: number;

beforeEach(async () => {
  tokens = new Tokens();
  for (const name of ['ann', 'ben']) tokens.issue(name);
  browsers = [];
  lastCount = 1_000;
  server = await startLive(tokens);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { socket } of browsers) socket.disconnect();
  await server.close();
});

async function open(token?: string, options?: BrowserOptions): Promise<Browser> {
  const browser = await connectBrowser(server.url, token, options);
  browsers.push(browser);
  return browser;
}

/** Sends a like to all browsers and waits for it. Messages arrive in order, so all earlier ones have arrived, too. */
async function flush(): Promise<void> {
  lastCount += 1;
  server.gateway.publish(postLiked(lastCount, { actor: 'nobody', postId: 'the-last' }));
  await until(() => browsers.every((browser) => likeCounts(browser).at(-1) === lastCount));
}

describe('rooms', () => {
  test('sends a visitor public messages only', async () => {
    const visitor = await open();
    server.gateway.publish(itemRemoved('ann'));
    server.gateway.publish(postLiked(3));
    await flush();
    expect(visitor.messages.slice(0, -1)).toEqual([
      expect.objectContaining({ kind: 'post.changed', postId: 'p1', likeCount: 3 }),
    ]);
    expect(visitor.signedOut).toBe(0);
  });

  test("sends a list's changes to all browsers of its user only", async () => {
    const [phone, laptop, ben, visitor] = [await open('ann'), await open('ann'), await open('ben'), await open()];
    server.gateway.publish(itemRemoved('ann'));
    await flush();
    expect([phone, laptop, ben, visitor].map(listIds)).toEqual([['list-of-ann'], ['list-of-ann'], [], []]);
  });

  test("sends a user's like state to that user's browsers only", async () => {
    const [ann, ben] = [await open('ann'), await open('ben')];
    server.gateway.publish(postLiked(3, { actor: 'ann' }));
    await flush();
    const own = expect.objectContaining({ kind: 'post.liked', postId: 'p1', liked: true });
    expect(ann.messages).toContainEqual(own);
    expect(ben.messages).not.toContainEqual(own);
  });

  test('lets no client join a room or send messages', async () => {
    const attacker = await open('ben', { query: { room: 'list:list-of-ann' } });
    const { engine } = attacker.socket.io;
    engine.write('2["join","list:list-of-ann"]');
    engine.write('2["live",{"kind":"post.changed","postId":"p1","likeCount":99}]');
    engine.write('21["deliver",{"from":"me","number":1,"addressed":[]}]');
    await flush();
    server.gateway.publish(itemRemoved('ann'));
    await flush();
    expect(listIds(attacker)).toEqual([]);
    expect(attacker.socket.connected).toBe(true);
  });
});

describe('sessions', () => {
  test.each(['forged', ''])(
    'an invalid token "%s" leaves the client connected as a visitor, and sends signedOut',
    async (token) => {
      const browser = await open(token);
      await until(() => browser.signedOut === 1);
      await flush();
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
    server.gateway.publish(itemRemoved('ann'));
    await flush();
    expect(listIds(browser)).toEqual([]);

    browser.socket.auth = { token: 'ann' };
    browser.socket.disconnect().connect();
    await until(() => browser.socket.connected);
    server.gateway.publish(itemRemoved('ann'));
    await flush();
    expect([listIds(browser), browser.signedOut]).toEqual([['list-of-ann'], 1]);
  });

  test('do not begin with an expired token', async () => {
    tokens.issue('stale', 'ann', -1);
    const browser = await open('stale');
    await until(() => browser.signedOut === 1);
  });

  test('begin with a missed event once the identity service is available again', async () => {
    // Makes the pauses equal, so that the leaving browser's token would be verified first.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    tokens.unavailable = true;
    const [leaving, browser] = [await open('ben'), await open('ann')];
    expect([browser.signedOut, tokens.watching('ann')]).toEqual([0, 0]);
    leaving.socket.disconnect();
    browsers = [browser];
    tokens.unavailable = false;
    await until(() => browser.missed === 1);
    server.gateway.publish(itemRemoved('ann'));
    await flush();
    expect(listIds(browser)).toEqual(['list-of-ann']);
    expect([tokens.watching('ann'), tokens.watching('ben')]).toEqual([1, 0]);
  });

  test('do not begin when the token proves invalid after an outage of the identity service', async () => {
    tokens.unavailable = true;
    const browser = await open('forged');
    expect(browser.signedOut).toBe(0);
    tokens.unavailable = false;
    await until(() => browser.signedOut === 1);
    await flush();
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
  test('delivers messages in order, each with the position of its event', async () => {
    const browser = await open('ann', { transports });
    const counts = Array.from({ length: 60 }, (_, i) => i + 1);
    for (const count of counts) server.gateway.publish(postLiked(count, { postId: `p${count}` }));
    await flush();
    expect(likeCounts(browser).slice(0, -1)).toEqual(counts);
    const positions = browser.messages.filter(({ kind }) => kind === 'post.changed').map((m) => BigInt(m.position));
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(positions).size).toBe(counts.length + 1);
  });

  test('delivers a long post in full, with all characters', async () => {
    const browser = await open(undefined, { transports });
    const content = `Grüße, 餃子 🥟 ${'x'.repeat(80_000)}`;
    server.gateway.publish(postPublished({ content }));
    await flush();
    expect(browser.messages[0]).toMatchObject({ kind: 'post.published', post: { content } });
  });
});

describe('messages', () => {
  test('of a batch arrive in its order, private ones among public ones', async () => {
    const ann = await open('ann');
    server.gateway.publish(likedAndPublished());
    await flush();
    expect(ann.messages.slice(0, -1)).toMatchObject([
      { kind: 'post.liked', postId: 'p1' },
      { kind: 'post.changed', postId: 'p1' },
      { kind: 'post.published' },
      { kind: 'post.liked', postId: 'p2' },
      { kind: 'post.changed', postId: 'p2' },
    ]);
  });

  test('include the last of many likes at once', async () => {
    const browser = await open();
    for (let count = 1; count <= 500; count++) server.gateway.publish(postLiked(count));
    await flush();
    expect(likeCounts(browser).at(-2)).toBe(500);
  });

  test('are not sent for replayed history: browsers fetch the result once', async () => {
    const browser = await open('ann');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    for (let count = 1; count <= 60; count++) {
      server.gateway.publish(postLiked(count, { at: '2026-01-01T00:00:00.000Z' }));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await until(() => browser.missed > 0);
    await flush();
    expect(browser.messages).toHaveLength(1);
    expect(browser.missed).toBe(1);
  });

  test('do not make a browser that connects after a replay fetch again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
    server.gateway.publish(postLiked(1, { at: '2026-01-01T00:00:00.000Z' }));
    const browser = await open('ann');
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await flush();
    expect(browser.missed).toBe(0);
  });

  test('are not sent for superseded events, whose documents are outdated: browsers fetch instead', async () => {
    const browser = await open('ann');
    server.gateway.publish({ ...postPublished({ title: 'Soup' }), superseded: true });
    await until(() => browser.missed > 0);
    await flush();
    expect(likeCounts(browser)).toHaveLength(browser.messages.length);
  });
});

describe('shutdown', () => {
  test('sends pending messages first; browsers reconnect to the next server by themselves', async () => {
    const [browser, polling] = [await open('ann'), await open(undefined, { transports: ['polling'] })];
    server.gateway.publish(postLiked(7));
    await server.close();
    await until(() => [browser, polling].every((client) => likeCounts(client).at(-1) === 7));
    expect(browser.socket.active).toBe(true);

    server = await startLive(tokens, { port: server.port });
    await until(() => browser.socket.connected && polling.socket.connected);
    server.gateway.publish(itemRemoved('ann'));
    await flush();
    expect(listIds(browser)).toEqual(['list-of-ann']);
  });
});
