import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appendTo,
  eventsOf,
  exportTo,
  linesIn,
  neverAborted,
  openLogIn,
  temporaryFolder,
} from '../../tests/support/log-copies.ts';
import type { EventLog } from '../core/event-log.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { importLog } from './import-log.ts';
import { DamagedFile } from './read-log-file.ts';

let shared: string;
/** Of the exported log: a header, four events, a last line. */
let lines: string[];
beforeAll(async () => {
  shared = mkdtempSync(join(tmpdir(), 'potluck-damaged-'));
  const source = await openSqliteEventLog({ file: join(shared, 'source.db') });
  await appendTo(source, ['a', 'b', 'a', 'a'], { text: 'milk' });
  await exportTo(join(shared, 'whole.ndjson'), source);
  await source.close();
  lines = await linesIn(join(shared, 'whole.ndjson'));
});
afterAll(() => rmSync(shared, { recursive: true }));

/** With a right count and checksum, as someone who forges a file would write them. */
const sealed = (content: readonly string[]): string => {
  const text = content.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ count: content.length - 1, sha256 })}\n`;
};

const joined = (content: readonly string[]): string => content.map((line) => `${line}\n`).join('');

const line = (number: number): string => lines[number - 1] ?? '';

const cases: Record<string, [content: () => string, problem: string | RegExp]> = {
  'an empty file': [() => '', 'ends after line 0'],
  'a foreign file': [() => 'id,name\n1,Mia\n', 'line 1: this is not a line of JSON'],
  'foreign JSON': [() => '{"format":"other"}\n', 'line 1: this is not an exported log'],
  'a newer release': [
    () => joined([line(1).replace('"version":1', '"version":2'), ...lines.slice(1)]),
    'line 1: a newer release of Potluck exported it (format 2): import it with that release',
  ],
  'a file without its last line': [() => joined(lines.slice(0, 5)), 'it ends after line 5, without its last line'],
  'a file that ends within a line': [() => joined(lines).slice(0, -30), 'it ends after line 5, without its last line'],
  'an edited event': [() => joined(lines).replace('milk', 'beer'), 'line 6: the checksum differs'],
  'a removed event': [() => joined(lines.toSpliced(2, 1)), 'line 5: 4 events were exported, and 3 are in the file'],
  'two events in another order': [
    () => sealed([line(1), line(3), line(2), line(4), line(5)]),
    'line 3: position 1 follows position 2',
  ],
  'swapped revisions': [
    () => sealed([line(1), line(2), line(3), line(4).replace('"revision":"1"', '"revision":"2"'), line(5)]),
    'line 4: revision 2 of a is where revision 1 must be',
  ],
  'a repeated event': [
    () => sealed([...lines.slice(0, 5), line(5).replace('"position":"4"', '"position":"5"')]),
    'line 6: revision 2 of a is where revision 3 must be',
  ],
  'a repeated id': [
    () =>
      sealed([
        ...lines.slice(0, 5),
        line(5).replace('"position":"4","stream":"a","revision":"2"', '"position":"5","stream":"new","revision":"0"'),
      ]),
    /line 6: the event [0-9a-f-]{36} occurs twice/,
  ],
  'an event without metadata': [
    () => sealed([line(1), line(2).replace('"meta":', '"other":')]),
    'line 2: the event has no metadata',
  ],
  'an id that is no UUID': [
    () => sealed([line(1), line(2).replace(/"id":"[^"]+"/, '"id":"1"')]),
    'line 2: the id of the event is not a UUID',
  ],
  'something after the last line': [() => `${joined(lines)}{}\n`, 'line 7: nothing may follow the last line'],
};

describe('into an empty log', () => {
  let empty: EventLog;
  beforeAll(async () => {
    empty = await openSqliteEventLog({ file: join(shared, 'empty.db') });
  });
  afterAll(() => empty.close());

  test.each(Object.entries(cases))('refuses %s, and imports nothing', async (_, [content, problem]) => {
    const file = join(temporaryFolder(), 'log.ndjson');
    writeFileSync(file, content());
    const refusal = importLog({ file, target: { log: empty, kind: 'sqlite' }, signal: neverAborted });
    await expect(refusal).rejects.toThrow(problem);
    await expect(refusal).rejects.toBeInstanceOf(DamagedFile);
    await expect(refusal).rejects.toThrow(/^[^\n]+$/);
    expect(await eventsOf(empty)).toEqual([]);
  });

  test('refuses a compressed file that is cut off, and imports nothing', async () => {
    const file = join(temporaryFolder(), 'log.ndjson.gz');
    writeFileSync(file, gzipSync(joined(lines)).subarray(0, -20));
    await expect(importLog({ file, target: { log: empty, kind: 'sqlite' }, signal: neverAborted })).rejects.toThrow(
      'cannot be decompressed',
    );
    expect(await eventsOf(empty)).toEqual([]);
  });
});

test('refuses a log with other events, and leaves it as it is', async () => {
  const copy = await openLogIn(temporaryFolder());
  await appendTo(copy, ['a']);
  const before = await eventsOf(copy);
  const file = join(shared, 'whole.ndjson');
  await expect(importLog({ file, target: { log: copy, kind: 'sqlite' }, signal: neverAborted })).rejects.toThrow(
    'The log is not empty, and has another event at position 1',
  );
  expect(await eventsOf(copy)).toEqual(before);
});

test('refuses a log with more events than the file', async () => {
  const copy = await openLogIn(temporaryFolder());
  const file = join(shared, 'whole.ndjson');
  const importIt = () => importLog({ file, target: { log: copy, kind: 'sqlite' }, signal: neverAborted });
  await importIt();
  await appendTo(copy, ['b']);
  await expect(importIt()).rejects.toThrow('has more events than');
  expect(await eventsOf(copy)).toHaveLength(5);
});
