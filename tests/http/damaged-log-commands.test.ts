/** `npm run potluck -- …` on a log whose file is damaged: each command says so in one line, and changes nothing. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sampleHistory } from '../bench/replay/sample-history.ts';
import { seedLog } from '../bench/replay/seed-log.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { serverEnvironment } from '../support/server-environment.ts';

const changed = 700;
const missing = 900;

let dataDir: string;
let file: string;
let stream: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'potluck-damaged-commands-'));
  file = join(dataDir, 'events.sqlite');
  seedLog(file, sampleHistory(1_000));
  const db = new DatabaseSync(file);
  stream = String(db.prepare('SELECT stream FROM events WHERE position = ?').get(changed)?.stream);
  db.exec(`UPDATE events SET record = replace(record, 'a', 'b') WHERE position = ${changed}`);
  db.exec(`DELETE FROM events WHERE position = ${missing}`);
  db.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runInProcess(serverEnvironment({ DATA_DIR: dataDir }), args);

test.each([[[]], [['--seals']]])('audit verify names each damaged event of a log without seals %j', async (options) => {
  const { code, out, err } = await run('audit', 'verify', ...options);
  expect([code, err]).toEqual([1, ['The log is damaged (2 findings): docs/operations.md says what to do']]);
  expect(out).toContainEqual(
    expect.stringMatching(new RegExp(`^unreadable +The event at position ${changed} is damaged and cannot be read$`)),
  );
  expect(out).toContainEqual(
    expect.stringMatching(new RegExp(`^unreadable +The event at position ${missing} is missing$`)),
  );
});

test('audit verify prints damage as rows for programs', async () => {
  const { code, out } = await run('--json', 'audit', 'verify', '--seals');
  expect(code).toBe(1);
  expect(out.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ kind: 'unreadable', position: `${changed}` }),
    expect.objectContaining({ kind: 'unreadable', position: `${missing}` }),
    expect.objectContaining({ kind: 'seals', size: 0, isComplete: true, findings: 2 }),
  ]);
});

test('every other command that meets the damage names its position, and leaves no file', async () => {
  const before = readFileSync(file);
  const made = join(dataDir, 'made');
  for (const args of [
    ['audit', 'events'],
    ['audit', 'state', stream],
    ['audit', 'blame', stream],
    ['audit', 'why', `${changed}`],
    ['audit', 'seal'],
    ['log', 'export', made],
    ['log', 'backup', made],
  ]) {
    const { code, out, err } = await run(...args);
    const line = expect.stringMatching(
      new RegExp(`^The event at position ${changed} is damaged .*restore the newest backup`),
    );
    expect([code, out, err], args.join(' ')).toEqual([1, [], [line]]);
  }
  expect(readdirSync(dataDir).filter((name) => name.startsWith('made'))).toEqual([]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('an export to standard output has all events before the damage', async () => {
  const { code, out } = await run('log', 'export', '-');
  expect(code).toBe(1);
  const positions = out.slice(1).map((line) => Number(JSON.parse(line).position));
  expect([positions.length, positions.at(-1)]).toEqual([changed - 1, changed - 1]);
});

test.each([
  ['audit', 'events'],
  ['staff', 'grant', 'operator', 'mia'],
  ['log', 'backup', join(tmpdir(), `potluck-${randomUUID()}.tar`)],
])('a file that is no database any more is damage for %s %s, too', async (...args) => {
  const other = mkdtempSync(join(tmpdir(), 'potluck-overwritten-'));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  writeFileSync(join(other, 'events.sqlite'), 'Nothing is left. '.repeat(1_000));
  const { code, out, err } = await runInProcess(serverEnvironment({ DATA_DIR: other }), args);
  const line = expect.stringMatching(
    /^The event log is damaged \(file is not a database\): .*restore the newest backup/,
  );
  expect([code, out, err]).toEqual([1, [], [line]]);
});
