/** The embedded log under kill -9: every acknowledged event is recorded once, and the next start is fast. */
import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EventLog } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import {
  type Acknowledgement,
  findFaults,
  type Load,
  type Place,
  parseAcknowledgements,
} from '../support/acknowledgements.ts';
import { killAmidLoad, startProgram } from '../support/kill-amid-load.ts';

const rounds = 60;
const lanes = 2;
const appendingProgram = new URL('../support/appending-program.ts', import.meta.url);

interface Lane {
  readonly places: Place[];
  readonly acknowledged: Acknowledgement[];
  readonly recoveriesMs: number[];
}

const collectIds = async (log: EventLog): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of log.readAll()) ids.push(id);
  return ids;
};

/** The slowest time without a share of outliers, which measure other load on the machine. */
const slowestWithoutOutliers = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => other - one)[Math.floor(times.length * share)] ?? Number.POSITIVE_INFINITY;

/** Kills and recovers one log repeatedly: each round continues the log of the last one. */
const runLane = async (roundsOfLane: number): Promise<Lane> => {
  const directory = await mkdtemp(join(tmpdir(), 'potluck-kill-'));
  const file = join(directory, 'events.db');
  const lane: Lane = { places: [], acknowledged: [], recoveriesMs: [] };
  for (let round = 0; round < roundsOfLane; round++) {
    const notes = join(directory, `round-${round}`);
    const load: Load = { file, notes, writers: 16, sessions: 1, maxTextLength: 500 };
    const program = startProgram(appendingProgram, load);
    // Kills it mostly while it appends; in every eighth round while it opens the log of the last one.
    const minNotesBytes = round % 8 === 7 ? 0 : 1;
    const isWorking = () => (statSync(notes, { throwIfNoEntry: false })?.size ?? -1) >= minNotesBytes;
    await killAmidLoad(program, isWorking, { withinMs: 40 });
    lane.acknowledged.push(...parseAcknowledgements(await readFile(notes, 'utf8')));

    const started = performance.now();
    const log = await openSqliteEventLog({ file });
    await log.head();
    lane.recoveriesMs.push(performance.now() - started);
    const after = lane.places.at(-1)?.position ?? 0n;
    for await (const { id, stream, revision, position } of log.readAll({ after })) {
      lane.places.push({ id, stream, revision, position });
    }
    await log.close();
  }
  const reopened = await openSqliteEventLog({ file });
  expect(await collectIds(reopened)).toEqual(lane.places.map(({ id }) => id));
  await reopened.close();
  await rm(directory, { recursive: true });
  return lane;
};

describe('kill -9 of the process that owns the log', () => {
  test(`${rounds} kills amid concurrent appends lose and duplicate no acknowledged event`, async () => {
    const results = await Promise.all(Array.from({ length: lanes }, () => runLane(rounds / lanes)));
    for (const { places, acknowledged, recoveriesMs } of results) {
      expect(findFaults(places, acknowledged)).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(recoveriesMs.length);
      expect(slowestWithoutOutliers(recoveriesMs, 0.5)).toBeLessThan(1000);
    }
    expect(results.flatMap(({ recoveriesMs }) => recoveriesMs)).toHaveLength(rounds);
  });
});
