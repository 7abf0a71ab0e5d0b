/** The embedded log under kill -9: every acknowledged event is recorded exactly once, and the next start is fast. */
import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { EventLog } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import {
  type Acknowledgement,
  type EventKey,
  findFaults,
  type Load,
  parseAcknowledgements,
} from '../support/acknowledgements.ts';
import { killAmidLoad, startProgram } from '../support/kill-amid-load.ts';

const rounds = inject('kills') * 2;
const lanes = 2;
const appendingProgram = new URL('../support/appending-program.ts', import.meta.url);

interface Lane {
  readonly events: EventKey[];
  readonly acknowledged: Acknowledgement[];
  readonly recoveriesMs: number[];
}

const collectIds = async (log: EventLog): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of log.readAll()) ids.push(id);
  return ids;
};

/** The slowest time, ignoring a share of outliers, which other load on the machine causes. */
const slowestWithoutOutliers = (timesMs: readonly number[], share: number): number =>
  timesMs.toSorted((one, other) => other - one)[Math.floor(timesMs.length * share)] ?? Number.POSITIVE_INFINITY;

/** Repeatedly kills a process that appends to a log, and recovers the log, which the next round continues. */
const runLane = async (roundsOfLane: number): Promise<Lane> => {
  const directory = await mkdtemp(join(tmpdir(), 'potluck-kill-'));
  const file = join(directory, 'events.db');
  const lane: Lane = { events: [], acknowledged: [], recoveriesMs: [] };
  for (let round = 0; round < roundsOfLane; round++) {
    const notes = join(directory, `round-${round}`);
    const load: Load = { file, notes, writers: 16, sessions: 1, maxTextLength: 500 };
    const program = startProgram(appendingProgram, load);
    // In most rounds, kills it while it appends; in every eighth, while it opens the log of the previous round.
    const minNotesBytes = round % 8 === 7 ? 0 : 1;
    const isWorking = () => (statSync(notes, { throwIfNoEntry: false })?.size ?? -1) >= minNotesBytes;
    await killAmidLoad(program, isWorking, { withinMs: 40 });
    lane.acknowledged.push(...parseAcknowledgements(await readFile(notes, 'utf8')));

    const started = performance.now();
    const log = await openSqliteEventLog({ file });
    await log.head();
    lane.recoveriesMs.push(performance.now() - started);
    const after = lane.events.at(-1)?.position ?? 0n;
    for await (const { id, stream, revision, position } of log.readAll({ after })) {
      lane.events.push({ id, stream, revision, position });
    }
    await log.close();
  }
  const reopened = await openSqliteEventLog({ file });
  expect(await collectIds(reopened)).toEqual(lane.events.map(({ id }) => id));
  await reopened.close();
  await rm(directory, { recursive: true });
  return lane;
};

describe('kill -9 of the process that owns the log', () => {
  test(`${rounds} kills amid concurrent appends neither lose nor duplicate an acknowledged event`, async () => {
    const results = await Promise.all(Array.from({ length: lanes }, () => runLane(rounds / lanes)));
    for (const { events, acknowledged, recoveriesMs } of results) {
      expect(findFaults(events, acknowledged)).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(recoveriesMs.length);
      expect(slowestWithoutOutliers(recoveriesMs, 0.5)).toBeLessThan(1000);
    }
    expect(results.flatMap(({ recoveriesMs }) => recoveriesMs)).toHaveLength(rounds);
  });
});
