import { describe, expect, test } from 'vitest';
import {
  type AppendResult,
  EventLogUnavailable,
  type ExpectedRevision,
  type NewEvent,
  WrongExpectedRevision,
} from '../core/event-log.ts';
import { Random } from './random.ts';
import type { HistoryAppend } from './recorder.ts';
import { simulatedHistory } from './simulated-history.ts';
import { writeHistory } from './write-history.ts';

/** A log whose appends overtake each other, as those to EventStoreDB may. */
class UnorderedLog {
  readonly revisions = new Map<string, bigint>();
  readonly recorded: NewEvent[] = [];
  maxInFlight = 0;
  #inFlight = 0;
  readonly #random = new Random(7);

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    this.maxInFlight = Math.max(this.maxInFlight, ++this.#inFlight);
    for (let turns = this.#random.below(9); turns > 0; turns--) await new Promise(setImmediate);
    this.#inFlight -= 1;
    const actual = this.revisions.get(stream) ?? 'no_stream';
    if (actual !== expected) throw new WrongExpectedRevision(stream, expected, actual);
    const revision = (actual === 'no_stream' ? -1n : actual) + BigInt(events.length);
    this.revisions.set(stream, revision);
    this.recorded.push(...events);
    return { revision, position: BigInt(this.recorded.length) };
  }
}

const history = [...simulatedHistory({ events: 2_000, seed: 1, until: new Date('2026-06-30T00:00:00Z') })];
const eventsIn = (appends: readonly HistoryAppend[]) => appends.reduce((sum, { events }) => sum + events.length, 0);
const options = { maxInFlight: 50, keepsOrder: false, signal: new AbortController().signal, onProgress: () => {} };

describe('writing a history', () => {
  test('makes many appends at a time, but those of a stream one after the other', async () => {
    const log = new UnorderedLog();
    const progress: number[] = [];
    const written = await writeHistory(log, history, { ...options, onProgress: (events) => progress.push(events) });

    expect(written).toMatchObject({
      events: eventsIn(history),
      appends: history.length,
      position: BigInt(eventsIn(history)),
    });
    expect(new Set(log.recorded.map(({ id }) => id)).size).toBe(eventsIn(history));
    expect(log.maxInFlight).toBeGreaterThan(5);
    expect(log.maxInFlight).toBeLessThanOrEqual(50);
    expect(progress.at(-1)).toBe(eventsIn(history));
  });

  test('ends with the first failure, after the appends in flight', async () => {
    const log = new UnorderedLog();
    let left = 100;
    const failing = {
      append: (...append: Parameters<UnorderedLog['append']>) =>
        left-- > 0 ? log.append(...append) : Promise.reject(new EventLogUnavailable('The disk is full')),
    };
    await expect(writeHistory(failing, history, options)).rejects.toThrow('The disk is full');
    expect(left).toBeGreaterThan(-60);
  });

  test('stops after an append when it is aborted', async () => {
    const log = new UnorderedLog();
    const stopping = new AbortController();
    const onProgress = (events: number) => {
      if (events > 500) stopping.abort();
    };
    const written = await writeHistory(log, history, { ...options, signal: stopping.signal, onProgress });
    expect(written.events).toBe(log.recorded.length);
    expect(written.events).toBeLessThan(700);
  });
});
