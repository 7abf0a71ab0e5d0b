/**
 * What a page of the community's feed costs where there are many posts: the REST API over read models in memory that hold so many,
 * folded by the projection. Few and many are asked in turns, each for the same number of pages from the middle on.
 */
import { cursorOf } from '../../projections/read-models/cursor.ts';
import { type Figure, median, short } from './figure.ts';
import { generateLoad, type LoadResult } from './http-load.ts';
import { loadCore, PinnedProgram, pin, serverCore } from './pinned.ts';

const few = 1_000;
const many = 1_000_000;
const mostTimes = 1.5;
const rounds = 8;
const roundsToWarmUp = 4;
const load = { connections: 8, requests: 2_000 };
const pagesAsked = 40;
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

/** In `feed-server.ts`, the position of what was published is its number. */
async function pagesOf(server: PinnedProgram, count: number): Promise<Pages> {
  const port = Number(await server.line());
  const requests = Array.from({ length: pagesAsked }, (_, n) => {
    const cursor = cursorOf({ score: count / 2 - n * pageSize, member: 'from-here' });
    const query = new URLSearchParams({ cursor, limit: String(pageSize) });
    return Buffer.from(`GET /api/community?${query} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  });
  return { port, requests };
}

async function compare(pages: { few: Pages; many: Pages }): Promise<Figure> {
  const ask = ({ port, requests }: Pages): Promise<LoadResult> =>
    generateLoad({
      ...load,
      port,
      request: (c, n) => requests[(c + n) % requests.length] ?? Buffer.alloc(0),
      expectedStatus: 200,
    });
  const taken: { few: LoadResult; many: LoadResult }[] = [];
  for (let round = -roundsToWarmUp; round < rounds; round++) {
    const measured = { few: await ask(pages.few), many: await ask(pages.many) };
    if (round >= 0) taken.push(measured);
  }
  const perSecond = (which: 'few' | 'many') => short(median(taken.map((round) => round[which].perSecond)));
  return {
    name: `a page of GET /api/community from the middle of ${many} posts`,
    value: median(taken.map(({ few, many }) => few.perSecond / many.perSecond)),
    unit: `× one of ${few}`,
    bound: { at: 'most', value: mostTimes },
    detail: `${perSecond('many')}/s against ${perSecond('few')}/s`,
  };
}
