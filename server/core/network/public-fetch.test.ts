import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPublicFetch, type FetchRequest } from './public-fetch.ts';

/** What each path answers, and the requests that arrived. */
let pages: Record<string, RequestListener> = {};
const requests: {
  readonly url: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly address: string | undefined;
}[] = [];
let server: Server;
let origin = '';
let port = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '', headers, socket } = request;
    requests.push({ url, headers, address: socket.localAddress });
    const respond = pages[request.url ?? ''];
    if (respond) respond(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  pages = {};
  requests.length = 0;
});

const html =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset="ISO-8859-1"', ...headers }).end(body);
const redirect =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end('moved');

const limits = { maxBytes: 1_000, timeoutMs: 5_000, types: ['text/html'] };
/** Fetches from this server only. */
const fetchHere = createPublicFetch({ mayConnect: (address, to) => address === '127.0.0.1' && to === port });
const problemOf = async (address: string, options: Partial<FetchRequest> = {}, fetch = fetchHere) =>
  fetch({ address, ...limits, ...options }).then(
    () => 'fetched',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('fetching from the internet', () => {
  it('returns the body, its type and its address after redirects', async () => {
    pages = { '/old': redirect('/new#part'), '/new': html('Soup') };
    const fetched = await fetchHere({ address: ` ${origin}/old `, ...limits });
    expect(fetched).toEqual({
      url: `${origin}/new`,
      type: 'text/html',
      charset: 'iso-8859-1',
      body: Buffer.from('Soup'),
    });
  });

  it('says who asks, and sends no cookies, credentials or referrer', async () => {
    pages = { '/': html('Soup', { 'set-cookie': 'a=1' }), '/old': redirect('/') };
    await fetchHere({ address: origin, ...limits });
    await fetchHere({ address: `${origin}/old`, ...limits });
    expect(requests[0]?.headers['user-agent']).toMatch(/Potluck/);
    for (const { headers } of requests) expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
    const names = requests.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /cookie|authorization|referer|origin/.test(name))).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '0', '127.1'])(
    'does not connect to this machine as %s',
    async (host) => {
      pages = { '/': html('secret') };
      expect(await problemOf(`http://${host}:${port}/`, {}, createPublicFetch())).toBe('REFUSED_ADDRESS');
      expect(requests).toEqual([]);
    },
  );

  it.each([
    'http://127.0.0.1:6543/',
    'http://localhost:6543/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
  ])('does not follow a redirect to %s', async (target) => {
    pages = { '/': redirect(target) };
    expect(await problemOf(origin)).toBe('REFUSED_ADDRESS');
  });

  it('connects to the address that was checked: a name is resolved once for each connection', async () => {
    pages = { '/': html('Soup') };
    // A second answer would be another address of this machine.
    const names: string[] = [];
    const fetch = createPublicFetch({
      mayConnect: (address) => address === '127.0.0.1',
      resolve: async ({ hostname }) => {
        names.push(hostname);
        return [{ address: names.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    await fetch({ address: `http://kitchen.test:${port}/`, ...limits });
    expect(names).toEqual(['kitchen.test']);
    expect(requests.map(({ headers, address }) => [headers.host, address])).toEqual([
      [`kitchen.test:${port}`, '127.0.0.1'],
    ]);
    expect(await problemOf(`http://kitchen.test:${port}/`, {}, fetch)).toBe('REFUSED_ADDRESS');
  });

  it('resolves names by the system, two at once', async () => {
    pages = { '/': html('Soup') };
    await fetchHere({ address: `http://localhost:${port}/`, ...limits });
    expect(requests).toHaveLength(1);

    const names: string[] = [];
    const answer = Promise.withResolvers<{ address: string; family: number }[]>();
    const fetch = createPublicFetch({
      resolve: ({ hostname }) => {
        names.push(hostname);
        return answer.promise;
      },
    });
    const all = ['a', 'b', 'c', 'd'].map((name) => problemOf(`http://${name}.test/`, {}, fetch));
    await expect.poll(() => names).toEqual(['a.test', 'b.test']);
    answer.resolve([{ address: '10.0.0.1', family: 4 }]);
    expect(await Promise.all(all)).toEqual(all.map(() => 'REFUSED_ADDRESS'));
    expect(names).toHaveLength(4);
  });

  it.each([
    '',
    'soup',
    'ftp://example.org/',
    'file:///etc/passwd',
    'http://mia:secret@example.org/',
    'http://',
    'data:text/html,x',
  ])('refuses %j, which is no address of a page', async (address) => {
    expect(await problemOf(address)).toBe('INVALID_ADDRESS');
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://mia:secret@127.0.0.1/'])(
    'refuses a redirect to %s',
    async (target) => {
      pages = { '/': redirect(target) };
      expect(await problemOf(origin)).toBe('INVALID_ADDRESS');
    },
  );

  it('gives up after five redirects', async () => {
    pages = { '/': redirect('/') };
    expect(await problemOf(origin)).toBe('TOO_MANY_REDIRECTS');
    expect(requests).toHaveLength(6);
  });

  it('refuses a body over the limit, whether it is declared, streamed or compressed', async () => {
    pages = {
      '/declared': html('x'.repeat(1_001)),
      '/streamed': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const more = () => response.write('x'.repeat(500), more);
        more();
      },
      '/compressed': html(gzipSync(Buffer.alloc(10_000_000)).subarray(), { 'content-encoding': 'gzip' }),
      '/most': html('x'.repeat(1_000)),
    };
    for (const path of ['/declared', '/streamed']) expect(await problemOf(`${origin}${path}`)).toBe('TOO_LARGE');
    expect(await problemOf(`${origin}/compressed`, { maxBytes: 100_000 })).toBe('TOO_LARGE');
    expect(await problemOf(`${origin}/most`)).toBe('fetched');
  });

  it('reads compressed pages', async () => {
    pages = { '/': html(gzipSync('Soup'), { 'content-encoding': 'gzip' }) };
    expect(String((await fetchHere({ address: origin, ...limits })).body)).toBe('Soup');
  });

  it('accepts only the expected types', async () => {
    pages = { '/': html('Soup'), '/image': html('', { 'content-type': 'Image/PNG' }) };
    expect(await problemOf(origin, { types: ['image/*'] })).toBe('WRONG_TYPE');
    expect(await problemOf(`${origin}/image`, { types: ['image/*'] })).toBe('fetched');
    expect(await problemOf(`${origin}/image`)).toBe('WRONG_TYPE');
  });

  it('reports the status of an error', async () => {
    await expect(fetchHere({ address: `${origin}/nowhere`, ...limits })).rejects.toMatchObject({
      code: 'STATUS',
      status: 404,
    });
  });

  it('gives up when the time is over, before or within the body', async () => {
    pages = {
      '/silent': () => {},
      '/slow': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('x'),
    };
    const timeoutMs = 150;
    expect(await Promise.all(['/silent', '/slow'].map((path) => problemOf(`${origin}${path}`, { timeoutMs })))).toEqual(
      ['TIMEOUT', 'TIMEOUT'],
    );
  });

  it('gives up when the time is over before it has a place, and asks for nothing then', async () => {
    pages = { '/silent': () => {} };
    const others = Array.from({ length: 16 }, () => problemOf(`${origin}/silent`, { timeoutMs: 300 }));
    expect(await problemOf(`${origin}/late`, { timeoutMs: 50 })).toBe('TIMEOUT');
    await Promise.all(others);
    expect(requests.map(({ url }) => url)).not.toContain('/late');
  });

  it('reports a server that cannot be reached', async () => {
    pages = { '/': (request) => request.socket.destroy() };
    expect(await problemOf(origin)).toBe('UNREACHABLE');
    expect(await problemOf('http://name.invalid/')).toBe('UNREACHABLE');
  });

  it('runs a bounded number of fetches at once', async () => {
    pages = { '/silent': () => {} };
    const all = Array.from({ length: 100 }, () => problemOf(`${origin}/silent`, { timeoutMs: 100 }));
    expect((await Promise.all(all)).filter((problem) => problem === 'BUSY')).toHaveLength(20);
    expect(requests.length).toBeLessThanOrEqual(80);
  });
});
