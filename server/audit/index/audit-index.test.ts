import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Spread } from '../../../tests/support/spread.ts';
import type { RecordedEvent } from '../../core/event-log.ts';
import { AuditIndex, IndexMoved, type IndexQuery } from './audit-index.ts';

const start = Date.parse('2026-03-01T00:00:00Z');

let folder: string;
let index: AuditIndex;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-index-'));
  index = new AuditIndex(join(folder, 'audit.sqlite'));
});

afterEach(() => {
  index[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

interface Drawn {
  readonly stream: string;
  readonly type: string;
  readonly actor: string;
  /** Clocks of several nodes differ, so times need not increase. */
  readonly minute: number;
  readonly request: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  stream: fc.constantFrom('post-1', 'post-2', 'groceryList-1'),
  type: fc.constantFrom('PostLiked', 'PostCommented', 'GroceryListCleared'),
  actor: fc.constantFrom('mia', 'sam', 'jo'),
  minute: fc.nat(200),
  request: fc.nat(30),
});

/** Positions grow by 7, so that no code can rely on consecutive ones. */
function recorded(all: readonly Drawn[]): RecordedEvent[] {
  const revisions = new Map<string, number>();
  return all.map(({ stream, type, actor, minute, request }, n) => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    const at = new Date(start + minute * 60_000).toISOString();
    return {
      id: `event-${n}`,
      stream,
      revision: BigInt(revision),
      position: BigInt((n + 1) * 7),
      type,
      data: {},
      meta: { actor, commandId: `command-${n}`, correlationId: `request-${request}`, at, schema: 1 },
    };
  });
}

const addAll = (events: readonly RecordedEvent[], into = index) => {
  const last = events.at(-1);
  if (last) into.add(into.progress()?.position, { events, position: last.position, positionId: last.id });
};

const everything: IndexQuery = { direction: 'forwards', limit: 1_000 };
const positions = (query: Partial<IndexQuery>) =>
  index.find({ ...everything, ...query }).map(({ position }) => position);

test('a batch that a full disk refuses leaves no numbers of its names behind', () => {
  using exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  using full = new AuditIndex(join(folder, 'full.sqlite'));
  const [db] = exec.mock.contexts;
  if (!(db instanceof DatabaseSync)) throw new Error('The index has executed nothing');
  const [some, ...many] = recorded(
    Array.from({ length: 2_000 }, (_, n) => ({
      ...{ stream: `post-${n}`, type: 'PostLiked', actor: 'mia', minute: n, request: n },
    })),
  );
  if (!some) throw new Error('No events');
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() ?? {};
  db.exec(`PRAGMA max_page_count = ${pages}`);
  expect(() => addAll([some, ...many], full)).toThrow('database or disk is full');
  db.exec('PRAGMA max_page_count = 100000');
  // In another order, its names get other numbers.
  const events = [some, ...many.toReversed()].map((event, n) => ({ ...event, position: BigInt((n + 1) * 7) }));
  addAll(events, full);
  const streamOf = ({ position }: RecordedEvent) => full.at(position)?.stream;
  expect(events.filter((event) => streamOf(event) !== event.stream)).toEqual([]);
});

const time = fc.nat(200).map((minute) => new Date(start + minute * 60_000));
const filters = fc.record({
  stream: fc.constantFrom('post-1', 'groceryList-1', 'post-9'),
  actor: fc.constantFrom('mia', 'sam', 'nobody'),
  types: fc.subarray(['PostLiked', 'PostCommented', 'Unknown'], { minLength: 1 }),
  without: fc.subarray(['PostLiked', 'GroceryListCleared', 'Unknown'], { minLength: 1 }),
  since: time,
  until: time,
  correlationId: fc.nat(30).map((request) => `request-${request}`),
  after: fc.nat(900).map(BigInt),
});
const query: fc.Arbitrary<IndexQuery> = fc
  .tuple(
    filters,
    fc.subarray(['stream', 'actor', 'types', 'without', 'since', 'until', 'correlationId', 'after'] as const, {
      maxLength: 3,
    }),
    fc.record({ direction: fc.constantFrom('forwards', 'backwards'), limit: fc.integer({ min: 1, max: 60 }) }),
  )
  .map(([given, keys, rest]) => ({ ...Object.fromEntries(keys.map((key) => [key, given[key]])), ...rest }));

/** The same, as simply as possible. */
function filtered(events: readonly RecordedEvent[], query: IndexQuery): bigint[] {
  const { stream, actor, types, without, since, until, correlationId, after, direction, limit } = query;
  const ordered = direction === 'forwards' ? events : events.toReversed();
  return ordered
    .filter((event) => stream === undefined || event.stream === stream)
    .filter(({ meta }) => actor === undefined || meta.actor === actor)
    .filter(({ type }) => types === undefined || types.includes(type))
    .filter(({ type }) => !without?.includes(type))
    .filter(({ meta }) => since === undefined || meta.at >= since.toISOString())
    .filter(({ meta }) => until === undefined || meta.at <= until.toISOString())
    .filter(({ meta }) => correlationId === undefined || meta.correlationId === correlationId)
    .filter(({ position }) => after === undefined || (direction === 'forwards' ? position > after : position < after))
    .slice(0, limit)
    .map(({ position }) => position);
}

describe('the index of the log', () => {
  test('finds the events that have everything a query asks for, in its order', () => {
    const lengths = new Spread();
    const found = new Spread();
    const histories = fc.array(drawn, { maxLength: 120, size: 'max' });
    fc.assert(
      fc.property(histories, fc.array(query, { minLength: 5, maxLength: 20, size: 'max' }), (all, queries) => {
        index.clear();
        const events = recorded(all);
        addAll(events);
        lengths.add(events.length);
        for (const one of queries) {
          const expected = filtered(events, one);
          expect(index.find(one).map(({ position }) => position)).toEqual(expected);
          found.add(expected.length);
        }
      }),
      { numRuns: 60 },
    );
    expect(lengths.mean).toBeGreaterThan(25);
    expect(found.share(1)).toBeGreaterThan(0.4);
  });

  test('says where an event is', () => {
    addAll(recorded([event({ stream: 'post-1' }), event({ stream: 'post-2' }), event({ stream: 'post-1' })]));
    expect(index.find({ ...everything, stream: 'post-1', after: 7n })).toEqual([
      { position: 21n, stream: 'post-1', revision: 1n },
    ]);
  });

  test('keeps its progress and its events when it is opened again', () => {
    addAll(recorded([event({ actor: 'mia' }), event({ actor: 'sam' })]));
    using again = new AuditIndex(join(folder, 'audit.sqlite'));
    expect(again.progress()).toEqual({ position: 14n, eventId: 'event-1' });
    expect(again.find({ ...everything, actor: 'sam' })).toHaveLength(1);
  });

  test('is built anew if it is of another version, also of a later one', () => {
    for (const version of [1, 9]) {
      const file = join(folder, `of-version-${version}.sqlite`);
      {
        using index = new AuditIndex(file);
        addAll(recorded([event({ actor: 'mia' })]), index);
      }
      {
        using db = new DatabaseSync(file);
        db.exec(`PRAGMA user_version = ${version}`);
      }
      using again = new AuditIndex(file);
      expect([again.progress(), again.find(everything)]).toEqual([undefined, []]);
    }
  });

  test('adds a batch once, if two processes have it', () => {
    using other = new AuditIndex(join(folder, 'audit.sqlite'));
    const events = recorded([event({}), event({})]);
    addAll(events);
    const [first] = events;
    if (!first) throw new Error('No event');
    expect(() => other.add(undefined, { events: [first], position: 7n })).toThrow(IndexMoved);
    expect(positions({})).toEqual([7n, 14n]);
  });

  test('numbers new names right after a batch that could not be added', () => {
    const [first, second] = recorded([event({ actor: 'mia' }), event({ actor: 'sam' })]);
    if (!first || !second) throw new Error('No events');
    expect(() => index.add(undefined, { events: [first, first], position: 7n })).toThrow(/UNIQUE/);
    index.add(undefined, { events: [{ ...second, position: 7n }], position: 7n });
    index.add(7n, { events: [{ ...first, position: 14n }], position: 14n });
    expect(positions({ actor: 'mia' })).toEqual([14n]);
    expect(positions({ actor: 'sam' })).toEqual([7n]);
  });
});

const event = (given: Partial<Drawn>): Drawn => ({
  stream: 'post-1',
  type: 'PostLiked',
  actor: 'mia',
  minute: 0,
  request: 0,
  ...given,
});
