/**
 * The cost of a page of the community's feed among many posts: the REST API over read models in memory that the
 * projection has folded. Alternates between a server with few posts and one with many, and requests pages from the
 * middle.
 */
import { cursorOf } from '../../projections/read-models/cursor.ts';
import type { PostPage } from '../../server/core/contracts/community.ts';
import { type Figure, median, short } from './figure.ts';
import { generateLoad, type LoadResult } from './http-load.ts';
import { loadCore, PinnedProgram, pin, serverCore } from './pinned.ts';

const few = 1_000;
const many = 1_000_000;
const maxRatio = 1.5;
const rounds = 8;
const warmUpRounds = 4;
const load = { connections: 8, requests: 2_000 };
const pageCount = 40;
const pageSize = 10;

export async function measureFeeds(): Promise<Figure[]> {
  pin(process.pid, loadCore);
  await using manyPosts = openFeed(many);
  await using fewPosts = openFeed(few);
  const pages = { few: await pagesOf(fewPosts, few), many: await pagesOf(manyPosts, many) };
  return [await compare(pages)];
}

const openFeed = (posts: number): PinnedProgram =>
  new PinnedProgram(serverCore, ['--expose-gc', 'tests/bench/scale/feed-server.ts', String(posts)]);

interface Pages {
  readonly port: number;
  readonly requests: readonly Buffer[];
}

/** In `feed-server.ts`, the position of a post is its number. */
async function pagesOf(server: PinnedProgram, count: number): Promise<Pages> {
  const port = Number(await server.readLine());
  const paths = Array.from({ length: pageCount }, (_, n) => {
    const cursor = cursorOf({ score: count / 2 - n * pageSize, member: 'from-here' });
    return `/api/community?${new URLSearchParams({ cursor, limit: String(pageSize) })}`;
  });
  for (const path of paths) await expectPosts(port, path);
  return { port, requests: paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)) };
}

/** Ensures that a page is full: an empty one would be fast. */
async function expectPosts(port: number, path: string): Promise<void> {
  const response = await fetch(`http://localhost:${port}${path}`);
  if (!response.ok) throw new Error(`${path} has status ${response.status}`);
  const { items }: PostPage = await response.json();
  if (items.length !== pageSize) throw new Error(`${path} has ${items.length} posts`);
}

async function compare(pages: { few: Pages; many: Pages }): Promise<Figure> {
  const measure = ({ port, requests }: Pages): Promise<LoadResult> =>
    generateLoad({
      ...load,
      port,
      request: (c, n) => requests[(c + n) % requests.length] ?? Buffer.alloc(0),
      expectedStatus: 200,
    });
  const results: { few: LoadResult; many: LoadResult }[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const measured = { few: await measure(pages.few), many: await measure(pages.many) };
    if (round >= 0) results.push(measured);
  }
  const perSecond = (which: 'few' | 'many') => short(median(results.map((round) => round[which].perSecond)));
  return {
    name: `a page of GET /api/community from the middle of ${many} posts`,
    value: median(results.map(({ few, many }) => few.perSecond / many.perSecond)),
    unit: `× one of ${few}`,
    bound: { at: 'most', value: maxRatio },
    detail: `${perSecond('many')}/s against ${perSecond('few')}/s`,
  };
}
