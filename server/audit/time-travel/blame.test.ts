import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryEvent } from '../../../tests/support/arbitrary-events.ts';
import { MemoryEventLog } from '../../../tests/support/memory-event-log.ts';
import { Spread } from '../../../tests/support/spread.ts';
import { versionOf } from '../../core/domain/event-versions.ts';
import type { JsonObject } from '../../core/event-log.ts';
import { UnknownStream } from './replay.ts';
import { blame, diff, stateAt } from './time-travel.ts';
import { viewOf } from './views.ts';

interface Step {
  readonly stream: string;
  readonly actor: string;
  readonly type: string;
  readonly data: object;
}

function recorded(history: readonly Step[]): { log: MemoryEventLog; positions: bigint[] } {
  const log = new MemoryEventLog();
  const positions = history.map(({ stream, type, data, actor }) => {
    const events = viewOf(stream)?.projection.events ?? {};
    const json: JsonObject = { ...data };
    return log.append(stream, type, json, actor, type in events ? versionOf(events, type) : 1);
  });
  return { log, positions };
}

/** The fields of a value without fields of their own, by their paths. */
function leavesOf(value: unknown, path: string, found = new Map<string, string>()): Map<string, string> {
  const isObject = typeof value === 'object' && value !== null;
  const keys = isObject ? keysOf(value) : [];
  if (keys.length === 0) found.set(path, JSON.stringify(value));
  else for (const [key, field] of keys) leavesOf(field, path === '' ? key : `${path}/${key}`, found);
  return found;
}

function keysOf(value: object): [string, unknown][] {
  if (!Array.isArray(value)) return Object.entries(value);
  const ids = value.map((item, n) => item?.id ?? item?.uid ?? String(n));
  return value.map((item, n) => [new Set(ids).size === ids.length ? ids[n] : String(n), item]);
}

/** What `blame` means: of the states after each event, all of them compared whole. */
async function blameByStates(log: MemoryEventLog, stream: string, positions: readonly bigint[]) {
  let before = new Map<string, string>();
  const set = new Map<string, bigint>();
  for (const position of positions) {
    const documents = await stateAt(log, stream, { position }).then(
      (state) => state.documents,
      () => ({}),
    );
    const after = leavesOf(documents, '');
    if (Object.keys(documents).length === 0) after.clear();
    for (const [path, value] of after) if (before.get(path) !== value) set.set(path, position);
    for (const path of before.keys()) if (!after.has(path)) set.delete(path);
    before = after;
  }
  return [...before].map(([path, value]) => ({ path, value, position: set.get(path) }));
}

test('names for each field the last event after which it has another value', async () => {
  const lengths = new Spread();
  const fields = new Spread();
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryEvent, { minLength: 20, maxLength: 150, size: 'max' }), async (history) => {
      const { log, positions } = recorded(history);
      for (const stream of new Set(history.map((step) => step.stream))) {
        if (!viewOf(stream)) continue;
        const expected = await blameByStates(log, stream, positions);
        const found = await blame(log, stream).catch((error: unknown) => {
          if (error instanceof UnknownStream) return [];
          throw error;
        });
        const shown = found.map(({ path, value, position }) => ({ path, value: JSON.stringify(value), position }));
        expect(shown).toEqual(expected.sort((a, b) => (a.path < b.path ? -1 : 1)));
        fields.add(found.length);
      }
      lengths.add(history.length);
    }),
    { numRuns: 40 },
  );
  expect(lengths.mean).toBeGreaterThan(25);
  expect(fields.mean).toBeGreaterThan(3);
});

const leavesAt = async (log: MemoryEventLog, stream: string, position: bigint) => {
  const { documents } = await stateAt(log, stream, { position }).catch(() => ({ documents: {} }));
  return Object.keys(documents).length === 0 ? new Map<string, string>() : leavesOf(documents, '');
};

test('shows the state of both ends of a difference, and what changed and set each field, in either order', async () => {
  const changed = new Spread();
  let removed = 0;
  const history = fc.array(arbitraryEvent, { minLength: 2, maxLength: 150, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), fc.nat(), async (steps, a, b) => {
      const { log, positions } = recorded(steps);
      const [from = 0n, to = 0n] = [positions[a % positions.length], positions[b % positions.length]];
      const [earlier, later] = from < to ? [from, to] : [to, from];
      const withSetBy = { withSetBy: true };
      for (const stream of new Set(steps.map((step) => step.stream))) {
        if (!viewOf(stream)) continue;
        const ends = [from, to].map((position) => stateAt(log, stream, { position }, withSetBy));
        const [before, after] = await Promise.allSettled(ends);
        const whole = diff(log, stream, { position: from }, { position: to });
        const missing = [before, after].find((end) => end?.status === 'rejected');
        if (missing?.status === 'rejected') await expect(whole).rejects.toThrow(missing.reason);
        if (before?.status !== 'fulfilled' || after?.status !== 'fulfilled') continue;
        const { items, ...states } = await whole;
        expect(states).toEqual({ before: before.value, after: after.value });
        const setBy = async (position: bigint) =>
          new Map((await blame(log, stream, { position })).map((field) => [field.path, field.position]));
        const set = await setBy(from);
        expect(new Map([...after.value.setBy].map(([path, event]) => [path, event.position]))).toEqual(await setBy(to));
        const atEnd = await leavesAt(log, stream, later);
        for (const { path, by, fromBy, to: value } of items) {
          expect(fromBy?.position).toBe(set.get(path));
          expect(by.position > earlier && by.position <= later).toBe(true);
          expect((await leavesAt(log, stream, by.position)).get(path)).toBe(atEnd.get(path));
          expect((await leavesAt(log, stream, by.position - 1n)).get(path)).not.toBe(atEnd.get(path));
          if (value === undefined) removed += 1;
        }
        changed.add(items.length);
      }
    }),
    { numRuns: 40 },
  );
  expect(changed.mean).toBeGreaterThan(0.5);
  expect(removed).toBeGreaterThan(20);
});
