import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../core/event-log.ts';
import { RecentEvents } from './recent-events.ts';

const eventAt = (position: number): RecordedEvent => ({
  id: `id-${position}`,
  type: 'Happened',
  data: {},
  meta: { actor: '', commandId: '', correlationId: '', at: '', schema: 1 },
  stream: 'stream',
  revision: BigInt(position),
  position: BigInt(position),
});

const eventsAfter = (position: number, count: number): RecordedEvent[] =>
  Array.from({ length: count }, (_, n) => eventAt(position + 1 + n));

describe('recent events', () => {
  test('returns exactly the events after a position, or undefined when they are no longer kept', () => {
    const groups = fc.array(fc.record({ count: fc.integer({ min: 1, max: 900 }), bytes: fc.nat(3_000_000) }), {
      maxLength: 40,
      size: 'max',
    });
    fc.assert(
      fc.property(fc.nat(50), groups, fc.nat(), (head, pushed, seed) => {
        const recent = new RecentEvents(head);
        for (const { count, bytes } of pushed) recent.push(eventsAfter(recent.head, count), bytes);
        const position = head + (seed % (recent.head - head + 1));
        const events = recent.after(position);
        if (events !== undefined) expect(events).toEqual(eventsAfter(position, recent.head - position));
        expect(recent.after(recent.head)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('keeps only the newest events, bounded by count and by size', () => {
    const recent = new RecentEvents(0);
    recent.push(eventsAfter(0, 100), 1000);
    expect(recent.after(0)).toHaveLength(100);
    recent.push(eventsAfter(100, 2000), 1000);
    expect(recent.after(0)).toBeUndefined();
    expect(recent.after(100)).toHaveLength(2000);
    recent.push(eventsAfter(2100, 10), 8_000_000);
    expect(recent.after(2100)).toHaveLength(10);
    recent.push(eventsAfter(2110, 1), 9_000_000);
    expect(recent.after(2100)).toBeUndefined();
    expect(recent.after(2110)).toBeUndefined();
    expect(recent.head).toBe(2111);
  });
});
