/**
 * The limit of the disk: SQLite with the log's schema and prepared statements, without a server. A separate process on
 * the server's core: `raw-log.ts <folder>`. For each line `<rows per commit> <ms> [<mean ms between commits>]`, it measures a
 * run and prints a `RawLogResult`.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../server/commands/ids.ts';
import { openForWriting } from '../../server/event-log/sqlite/schema.ts';
import { quantiles } from './figure.ts';

export interface RawLogResult {
  readonly rowsPerSecond: number;
  /** Durations of a commit, in ms. */
  readonly p50: number;
  readonly p99: number;
}

const record = JSON.stringify([
  { items: [{ id: randomUUID(), name: 'Tomatoes', amount: '500', unit: 'g', order: 1 }] },
  'aBcDeFgHiJkLmNoPqRsTuVwXyZ12',
  '2026-01-01T00:00:00.000Z',
  1,
  randomUUID(),
  `${randomUUID()}-1`,
  0,
]);
const streams = Array.from({ length: 64 }, () => `groceryList-${randomUUID()}`);

const db = openForWriting(join(process.argv[2] ?? '.', 'raw.sqlite'), 'FULL');
const insert = db.prepare('INSERT INTO events (stream, revision, id, type, record) VALUES (?, ?, ?, ?, ?)');
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
let revision = 0;

async function run(rows: number, ms: number, pauseMs: number): Promise<RawLogResult> {
  const commits: number[] = [];
  const started = performance.now();
  let now = started;
  while (now - started < ms) {
    if (pauseMs > 0) await sleep(2 * pauseMs * Math.random());
    const before = performance.now();
    begin.run();
    for (let row = 0; row < rows; row++) {
      const stream = streams[row % streams.length] ?? '';
      insert.run(stream, revision, newId(), 'GroceryItemsAdded', record);
      if (rows === 1 || row % streams.length === streams.length - 1) revision++;
    }
    commit.run();
    if ((commits.length * rows) % 8192 === 0) checkpoint.run();
    now = performance.now();
    commits.push(now - before);
  }
  return { rowsPerSecond: (commits.length * rows * 1000) / (now - started), ...quantiles(commits) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [rows = 1, ms = 1000, pauseMs = 0] = line.split(' ').map(Number);
  process.stdout.write(`${JSON.stringify(await run(rows, ms, pauseMs))}\n`);
}
