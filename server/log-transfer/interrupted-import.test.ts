import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectEqual } from '../../tests/support/expect-equal.ts';
import {
  delegating,
  eventsOf,
  exportTo,
  neverAborted,
  openLogIn,
  sampleEvent,
  temporaryFolder,
  withoutPositions,
} from '../../tests/support/log-copies.ts';
import { Spread } from '../../tests/support/spread.ts';
import type { EventLog } from '../core/event-log.ts';
import { importLog } from './import-log.ts';
import type { LogKind } from './log-lines.ts';

/** Stops like a killed process: no append after this one reaches the log, and none is answered. */
const failingAfter = (log: EventLog, appends: number): EventLog => {
  let left = appends;
  return {
    ...delegating(log),
    append: async (...append) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return log.append(...append);
    },
  };
};

test('an import that is interrupted any number of times, and repeated, gives each event once', async () => {
  const folder = temporaryFolder();
  const source = await openLogIn(folder, 'source.db');
  const lengths = new Map<string, bigint>();
  // More than are appended together in each kind of log.
  for (let n = 0; n < 1_200; n += 4) {
    const stream = `stream-${(n * 7) % 300}`;
    const length = lengths.get(stream) ?? 0n;
    lengths.set(stream, length + 4n);
    const added = Array.from({ length: 4 }, () => sampleEvent({ n }));
    await source.append(stream, added, length === 0n ? 'no_stream' : length - 1n);
  }
  const events = await eventsOf(source);
  const file = join(folder, 'log.ndjson');
  await exportTo(file, source);

  const found = new Spread();
  let copies = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<LogKind>('sqlite', 'eventstoredb'),
      fc.array(fc.integer({ min: 0, max: 360 }), { minLength: 1, maxLength: 4, size: 'max' }),
      async (kind, interruptions) => {
        copies += 1;
        const copy = await openLogIn(folder, `copy-${copies}.db`);
        for (const appends of interruptions) {
          const target = { log: failingAfter(copy, appends), kind };
          await importLog({ file, target, signal: neverAborted }).catch((error: Error) => {
            expect(error.message).toBe('killed');
          });
          const there = await eventsOf(copy);
          expectEqual(withoutPositions(there), withoutPositions(events.slice(0, there.length)));
        }
        const imported = await importLog({ file, target: { log: copy, kind }, signal: neverAborted });
        found.add(imported.found);
        expect(imported.count).toBe(events.length);
        expectEqual(await eventsOf(copy), events);
        await copy.close();
      },
    ),
    { numRuns: 5 },
  );
  // Most runs continue somewhere inside the file.
  expect(found.share(1)).toBeGreaterThan(0.3);
});
