import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventBytes, UpstreamLog } from '../../../tests/support/upstream-log.ts';
import { EventWindow } from './event-window.ts';

const start = { position: 0n, positionId: undefined };
const limits = { maxEvents: 200, maxBytes: 1_500 };

test('has exactly the events after each place that it includes, and its size is bounded once they are taken', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 70 }), { size: 'max', minLength: 5, maxLength: 40 });
  let trimmed = 0;
  fc.assert(
    fc.property(sizes, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (batches, shares) => {
      const log = new UpstreamLog();
      const window = new EventWindow(start, limits);
      for (const size of batches) {
        log.append(size);
        const last = log.events.at(-1);
        window.push(log.events.slice(-size), { position: last?.position ?? 0n, positionId: last?.id });
        window.trim(window.next);
        expect(window.isFull).toBe(false);
      }
      if (window.start.position > 0n) trimmed += 1;
      for (const share of shares) {
        const count = Math.floor(share * log.events.length);
        const position = BigInt(count * eventBytes);
        if (!window.includes(position)) continue;
        const number = window.numberAfter(position);
        expect(window.from(number, 10_000)).toEqual(log.events.slice(count));
        expect(window.placeAt(position)?.positionId).toBe(log.events[count - 1]?.id);
        expect(window.placeAt(position + 1n)).toBeUndefined();
      }
    }),
    { numRuns: 60 },
  );
  expect(trimmed).toBeGreaterThan(40);
});

test('keeps what is not taken, though it is full', () => {
  const log = new UpstreamLog();
  log.append(500);
  const window = new EventWindow(start, limits);
  window.push(log.events, { position: 5_000n, positionId: 'id-5000' });
  window.trim(100);
  expect(window.isFull).toBe(true);
  expect(window.from(100, 1)[0]?.position).toBe(1_010n);
});
