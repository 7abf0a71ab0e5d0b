/** Searches among many recipes over HTTP, one at a time, on a server in embedded mode. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecipePage } from '../../server/core/contracts/recipes.ts';
import { eventsFile } from '../support/embedded-app.ts';
import { type Figure, short } from './figure.ts';
import { generateLoad, type LoadResult } from './http-load.ts';
import { loadCore, PinnedProgram, pin, serverCore } from './pinned.ts';
import type { StreamEvent } from './replay/sample-history.ts';
import { seedLog } from './replay/seed-log.ts';
import { recipePublished } from './scale/sample-publications.ts';
import { sampleQueries } from './scale/sample-recipes.ts';

const recipes = 100_000;
const maxMs = 10;
const searches = 3_000;

export async function measureSearch(): Promise<Figure[]> {
  pin(process.pid, loadCore);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-search-'));
  try {
    seedLog(eventsFile(folder), publications());
    await using server = new PinnedProgram(serverCore, ['server/main.ts'], {
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '999999999',
      PUBLISH_LIMIT: '999999999',
    });
    const port = Number(/:(\d+)/.exec(await server.readLine())?.[1]);
    const { beginnings, words, typos } = sampleQueries;
    const mix = [...beginnings, ...words, ...typos];
    await expectResults(port, mix);
    await search(port, mix);
    const { p50, p99 } = await search(port, mix);
    const parts = { 'beginnings of titles': beginnings, words, 'words with a typo': typos };
    const details: string[] = [];
    for (const [name, queries] of Object.entries(parts)) {
      details.push(`${name} ${short((await search(port, queries)).p99)} ms`);
    }
    return [
      {
        name: `GET /api/recipes/search among ${recipes} recipes, p99`,
        value: p99,
        unit: 'ms',
        bound: { at: 'most', value: maxMs },
        detail: `p50 ${short(p50)} ms; p99 of ${details.join(', ')}`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function* publications(): Generator<StreamEvent, void> {
  for (let n = 0; n < recipes; n++) yield recipePublished(n);
}

const pathOf = (query: string): string => `/api/recipes/search?${new URLSearchParams({ q: query })}`;

/** Ensures that each query has results: a search without results would be fast. */
async function expectResults(port: number, queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    const response = await fetch(`http://localhost:${port}${pathOf(query)}`);
    const { items }: RecipePage = await response.json();
    if (items.length === 0) throw new Error(`No results for ${query}`);
  }
}

function search(port: number, queries: readonly string[]): Promise<LoadResult> {
  const requests = queries.map((query) => Buffer.from(`GET ${pathOf(query)} HTTP/1.1\r\nhost: localhost\r\n\r\n`));
  return generateLoad({
    port,
    connections: 1,
    requests: searches,
    request: (_, n) => requests[n % requests.length] ?? Buffer.alloc(0),
    expectedStatus: 200,
  });
}
