/** A local server for the three calls of the YouTube Data API v3 that Potluck makes, with failures on demand. */
import { createServer, type ServerResponse } from 'node:http';
import { until } from './until.ts';

interface Video {
  readonly title: string;
  readonly channelTitle: string;
  readonly description?: string;
  readonly thumbnails?: Record<string, { url: string; width: number; height: number }>;
  /** Text of its caption tracks, by id. */
  readonly captions?: Readonly<Record<string, string>>;
}

type Call = '/videos' | '/captions' | '/captions/{id}';
/** An error response, or one of several ways not to complete a valid response. */
type Failure = { status: number; reason: string } | 'silence' | 'half an answer' | 'no JSON' | 'redirect' | 'endless';

export interface YoutubeServer {
  readonly url: string;
  /** Path and query of each call, in order, without the key. */
  readonly calls: string[];
  /** Makes a call fail until `reset`. */
  fail(call: Call, failure: Failure): void;
  reset(): void;
  close(): Promise<void>;
}

export const youtubeKey = 'AIza-secret-key';
export const youtubeToken = 'ya29.secret-token';

/** The environment of a server that uses it. */
export const youtubeEnvironment = ({ url }: YoutubeServer): Record<string, string> => ({
  YOUTUBE_API_URL: url,
  YOUTUBE_API_KEY: youtubeKey,
  YOUTUBE_OAUTH_TOKEN: youtubeToken,
});

export async function startYoutubeServer(videos: Readonly<Record<string, Video>>): Promise<YoutubeServer> {
  const failures = new Map<Call, Failure>();
  const calls: string[] = [];

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const key = searchParams.get('key');
    searchParams.delete('key');
    calls.push(`${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`);
    const [, , track] = pathname.split('/');
    const call: Call = track === undefined ? (pathname === '/videos' ? '/videos' : '/captions') : '/captions/{id}';
    const failure = searchParams.has('moved') ? undefined : failures.get(call);
    if (failure !== undefined) return fail(response, failure);
    if (key !== youtubeKey) return refuse(response, 400, 'badRequest');
    if (track !== undefined) {
      if (request.headers.authorization !== `Bearer ${youtubeToken}`) return refuse(response, 401, 'authError');
      const text = Object.values(videos).find(({ captions }) => captions && track in captions)?.captions?.[track];
      if (text === undefined) return refuse(response, 404, 'captionNotFound');
      return response.setHeader('content-type', 'application/octet-stream').end(text);
    }
    const video = videos[searchParams.get(call === '/videos' ? 'id' : 'videoId') ?? ''];
    if (call === '/videos') return send(response, 200, { items: video ? [{ snippet: snippetOf(video) }] : [] });
    if (!video) return refuse(response, 404, 'videoNotFound');
    const tracks = Object.keys(video.captions ?? {}).map((id) => ({
      id,
      snippet: { language: 'en', trackKind: 'asr' },
    }));
    return send(response, 200, { items: tracks });
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    fail: (call, failure) => void failures.set(call, failure),
    reset: () => failures.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await until(() => !server.listening);
    },
  };
}

const snippetOf = ({ title, channelTitle, description = '', thumbnails = {} }: Video) => ({
  title,
  channelTitle,
  description,
  thumbnails,
});

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

/** An error in the service's format, with the requested URL in its message. */
function refuse(response: ServerResponse, code: number, reason: string): void {
  const message = `The request cannot be completed: ${response.req.url}`;
  send(response, code, { error: { code, message, errors: [{ message, domain: 'youtube', reason }] } });
}

function fail(response: ServerResponse, failure: Failure): void {
  if (typeof failure === 'object') {
    refuse(response, failure.status, failure.reason);
    return;
  }
  switch (failure) {
    case 'silence':
      return;
    case 'half an answer':
      response.writeHead(200, { 'content-length': 1_000 }).write('{"items":[');
      response.flushHeaders();
      setImmediate(() => response.destroy());
      return;
    case 'no JSON':
      response.end('<html>Sorry</html>');
      return;
    case 'redirect':
      response.writeHead(302, { location: `${response.req.url}&moved=1` }).end();
      return;
    case 'endless': {
      const writeMore = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', writeMore);
      writeMore();
    }
  }
}
