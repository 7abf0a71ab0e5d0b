import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedLog } from '../../tests/bench/replay/seed-log.ts';
import { expectEqual } from '../../tests/support/expect-equal.ts';
import {
  appendTo,
  eventsOf,
  exportTo,
  linesIn,
  neverAborted,
  openLogIn,
  sampleEvent,
  temporaryFolder,
} from '../../tests/support/log-copies.ts';
import type { EventLog } from '../core/event-log.ts';
import { openSqliteLogReader } from '../event-log/sqlite/open-sqlite-log-reader.ts';
import { importLog } from './import-log.ts';

const importTo = (log: EventLog, file: string) =>
  importLog({ file, target: { log, kind: 'sqlite' }, signal: neverAborted });

describe('an exported log', () => {
  test.each(['log.ndjson', 'log.ndjson.gz', 'log.ndjson.zst'])('is the same log after its import: %s', async (name) => {
    const folder = temporaryFolder();
    const [source, copy] = [await openLogIn(folder, 'source.db'), await openLogIn(folder, 'copy.db')];
    await source.append(
      'one',
      [sampleEvent({ text: 'a\ud83cb\u2028\u0000' }), sampleEvent({ n: 5e-324 })],
      'no_stream',
    );
    await source.append('two', [sampleEvent({ marked: true, '1': 1, '0': null })], 'no_stream');
    await appendTo(
      source,
      Array.from({ length: 600 }, (_, n) => `stream-${n % 7}`),
      { text: 'Crème'.repeat(20) },
    );
    const file = join(folder, name);
    await exportTo(file, source);
    expect(await importTo(copy, file)).toEqual({ count: 603, found: 0 });
    expectEqual(await eventsOf(copy), await eventsOf(source));
    expect(readdirSync(folder).filter((each) => each.includes('.part'))).toEqual([]);
  });

  test('keeps ids, revisions, order and positions of any log', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 4 }), fc.json()), {
          minLength: 20,
          maxLength: 60,
          size: 'max',
        }),
        async (appends) => {
          const folder = temporaryFolder();
          const history = appends.flatMap(([stream, count, json]) =>
            Array.from({ length: count }, () => ({ stream, event: sampleEvent({ value: JSON.parse(json) }) })),
          );
          seedLog(join(folder, 'source.db'), history);
          const source = openSqliteLogReader(join(folder, 'source.db'));
          const copy = await openLogIn(folder, 'copy.db');
          const file = join(folder, 'log.ndjson');
          await exportTo(file, source);
          await importTo(copy, file);
          expectEqual(await eventsOf(copy), await eventsOf(source));
          await Promise.all([source.close(), copy.close()]);
        },
      ),
      { numRuns: 10 },
    );
  });

  test('states what it is in its first line, and its count and checksum in its last', async () => {
    const folder = temporaryFolder();
    const source = await openLogIn(folder);
    await appendTo(source, ['a', 'b']);
    await exportTo(join(folder, 'log.ndjson'), source);
    const [first, second, , last] = (await linesIn(join(folder, 'log.ndjson'))).map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      format: 'potluck-log',
      version: 1,
      kind: 'sqlite',
      after: null,
      first: '1',
      last: '2',
    });
    expect(Object.keys(second)).toEqual(['position', 'stream', 'revision', 'id', 'type', 'data', 'meta']);
    expect(last).toEqual({ count: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('of an empty log can be imported', async () => {
    const folder = temporaryFolder();
    const [source, copy] = [await openLogIn(folder, 'source.db'), await openLogIn(folder, 'copy.db')];
    await exportTo(join(folder, 'log.ndjson'), source);
    expect(await importTo(copy, join(folder, 'log.ndjson'))).toEqual({ count: 0, found: 0 });
  });

  test('does not replace a file', async () => {
    const folder = temporaryFolder();
    const source = await openLogIn(folder);
    writeFileSync(join(folder, 'log.ndjson'), 'mine');
    await expect(exportTo(join(folder, 'log.ndjson'), source)).rejects.toThrow('exists already');
    expect(await linesIn(join(folder, 'log.ndjson'))).toEqual(['mine']);
  });
});

describe('an export of the later events', () => {
  const exportInTwo = async () => {
    const folder = temporaryFolder();
    const [source, copy] = [await openLogIn(folder, 'source.db'), await openLogIn(folder, 'copy.db')];
    const [first, second] = [join(folder, '1.ndjson'), join(folder, '2.ndjson')];
    await appendTo(source, ['a', 'b', 'a']);
    await exportTo(first, source);
    await appendTo(source, ['b', 'a', 'c']);
    await exportTo(second, source, 3n);
    return { source, copy, first, second };
  };

  test('continues the import of the export before', async () => {
    const { source, copy, first, second } = await exportInTwo();
    expect(await linesIn(second)).toHaveLength(5);
    await importTo(copy, first);
    expect(await importTo(copy, second)).toEqual({ count: 3, found: 0 });
    expectEqual(await eventsOf(copy), await eventsOf(source));
    expect(await importTo(copy, second)).toEqual({ count: 3, found: 3 });
  });

  test('is refused without the export before', async () => {
    const { copy, second } = await exportInTwo();
    await expect(importTo(copy, second)).rejects.toThrow('import the earlier exports first');
    await appendTo(copy, ['a', 'a', 'b']);
    await expect(importTo(copy, second)).rejects.toThrow('import the earlier exports first');
    expect(await eventsOf(copy)).toHaveLength(3);
  });

  test('is refused by a log that ends with the event before it and lacks earlier ones', async () => {
    const { source, copy, second } = await exportInTwo();
    const last = (await eventsOf(source)).find(({ position }) => position === 3n);
    if (last === undefined) throw new Error('The log has no third event');
    await copy.append('elsewhere', [last], 'no_stream');
    await expect(importTo(copy, second)).rejects.toThrow(/lacks revision \d of \w: import the earlier exports first/);
    expect(await eventsOf(copy)).toHaveLength(1);
  });

  test('needs the position of an event', async () => {
    const { source } = await exportInTwo();
    await expect(exportTo('never', source, 99n)).rejects.toThrow('No event is at position 99');
  });
});
