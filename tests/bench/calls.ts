/**
 * Compares the calls of meal plans and playlists with those of the grocery list: reads with its GET, writes with its
 * POST. Alternates between them, on a server in embedded mode.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import { samples } from '../../server/samples/publish-samples.ts';
import { type Cook, read, registerCooks, send, writes } from './cooks.ts';
import { type Figure, median, short } from './figure.ts';
import { generateLoad } from './http-load.ts';
import { loadCore, PinnedProgram, pin, serverCore } from './pinned.ts';

const connections = 64;
const itemsOnList = 10;
const maxRatio = 1.5;
const rounds = 6;
const warmUpRounds = 4;
const requestsPerTurn = { read: 3_000, write: 1_500 };

const [ramen, pizza, bibimbap] = samples.map(({ id, recipe: { title } }) => ({ id, title }));

interface Call {
  readonly name: string;
  readonly kind: 'read' | 'write';
  /** By connection: creates request number `n`. */
  readonly requests: readonly ((n: number) => Buffer)[];
  readonly expectedStatus: number;
}

export async function measureCalls(): Promise<Figure[]> {
  pin(process.pid, loadCore);
  const folder = await mkdtemp(join(tmpdir(), 'potluck-calls-'));
  try {
    await using server = new PinnedProgram(serverCore, ['server/main.ts'], {
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '999999999',
      PUBLISH_LIMIT: '999999999',
    });
    const port = Number(/:(\d+)/.exec(await server.readLine())?.[1]);
    const cooks = await registerCooks(port, connections);
    const playlists = await Promise.all(cooks.map((cook) => createPlanAndPlaylist(port, cook)));
    const calls = callsOf(cooks, playlists);
    const results = calls.map((): number[] => []);
    for (let round = -warmUpRounds; round < rounds; round++) {
      await Promise.all(cooks.map((cook) => refillList(port, cook)));
      for (const [i, call] of calls.entries()) {
        const perSecond = await measure(port, call);
        if (round >= 0) results[i]?.push(perSecond);
      }
    }
    return figuresOf(calls, results);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Creates a plan and a playlist for a cook. @returns the playlist's id */
async function createPlanAndPlaylist(port: number, cook: Cook): Promise<string> {
  await send(port, cook, 'PUT', `/api/meal-plan/${cook.uid}`, {
    Monday: { Breakfast: null, Lunch: ramen, Dinner: pizza },
    Friday: { Dinner: bibimbap },
  });
  const created = await send(port, cook, 'POST', '/api/playlists', { name: 'Weekdays', recipes: [ramen, pizza] });
  const { id }: Playlist = JSON.parse(created);
  return id;
}

async function refillList(port: number, cook: Cook): Promise<void> {
  const { uid: userId } = cook;
  await send(port, cook, 'DELETE', `/api/grocery-list/${userId}`);
  const ingredients = Array.from({ length: itemsOnList }, (_, n) => ({
    name: `Tomatoes ${n}`,
    amount: '500',
    unit: 'g',
  }));
  await send(port, cook, 'POST', '/api/grocery-list', { userId, ingredients });
}

/** The first call of each kind is the baseline for the others. */
function callsOf(cooks: readonly Cook[], playlists: readonly string[]): Call[] {
  const readCall = (name: string, path: (cook: Cook, playlist: string) => string): Call => {
    const requests = cooks.map((cook, i) => {
      const request = read(cook, path(cook, playlists[i] ?? ''));
      return () => request;
    });
    return { name, kind: 'read', requests, expectedStatus: 200 };
  };
  const writeCall = (
    name: string,
    method: string,
    path: (cook: Cook, playlist: string) => string,
    body: (n: number, cook: Cook) => object,
    expectedStatus = 200,
  ): Call => {
    const requests = cooks.map((cook, i) => {
      const toRequest = writes(cook, method, path(cook, playlists[i] ?? ''));
      return (n: number) => toRequest(JSON.stringify(body(n, cook)));
    });
    return { name, kind: 'write', requests, expectedStatus };
  };
  const tomatoes = [{ name: 'Tomatoes', amount: '500', unit: 'g' }];
  return [
    readCall('GET /api/grocery-list', ({ uid }) => `/api/grocery-list/${uid}`),
    readCall('GET /api/meal-plan/:userId', ({ uid }) => `/api/meal-plan/${uid}`),
    readCall('GET /api/playlists/:userId', ({ uid }) => `/api/playlists/${uid}`),
    readCall('GET /api/playlists/:userId/:playlistId', ({ uid }, playlist) => `/api/playlists/${uid}/${playlist}`),
    writeCall(
      'POST /api/grocery-list',
      'POST',
      () => '/api/grocery-list',
      (_, { uid }) => ({ userId: uid, ingredients: tomatoes }),
      201,
    ),
    writeCall(
      'PUT /api/meal-plan/:userId',
      'PUT',
      ({ uid }) => `/api/meal-plan/${uid}`,
      (n) => ({
        Monday: { Breakfast: null, Lunch: ramen, Dinner: pizza },
        Friday: { Dinner: n % 2 === 0 ? pizza : bibimbap },
      }),
    ),
    writeCall(
      'PATCH /api/playlists/:playlistId',
      'PATCH',
      (_, playlist) => `/api/playlists/${playlist}`,
      (n) => ({ name: `Weekdays ${n % 2}` }),
    ),
    writeCall(
      'POST /api/playlists/:playlistId/like',
      'POST',
      (_, playlist) => `/api/playlists/${playlist}/like`,
      () => ({}),
    ),
  ];
}

async function measure(port: number, { kind, requests, expectedStatus }: Call): Promise<number> {
  const { perSecond } = await generateLoad({
    port,
    connections,
    requests: requestsPerTurn[kind],
    request: (c, n) => requests[c]?.(n) ?? Buffer.alloc(0),
    expectedStatus,
  });
  return perSecond;
}

function figuresOf(calls: readonly Call[], results: readonly number[][]): Figure[] {
  return calls.flatMap(({ name, kind }, i) => {
    const first = calls.findIndex((call) => call.kind === kind);
    if (i === first) return [];
    const [own, base] = [results[i] ?? [], results[first] ?? []];
    return {
      name: `${name}, ${connections} connections`,
      value: median(own.map((perSecond, round) => (base[round] ?? Number.NaN) / perSecond)),
      unit: `× the cost of ${calls[first]?.name}`,
      bound: { at: 'most' as const, value: maxRatio },
      detail: `${short(median(own))}/s against ${short(median(base))}/s`,
    };
  });
}
