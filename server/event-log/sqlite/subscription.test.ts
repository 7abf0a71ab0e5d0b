import { expect, test } from 'vitest';
import { EventLogUnavailable, type RecordedEvent } from '../../core/event-log.ts';
import { LogPage } from './log-page.ts';
import { LogPages } from './log-pages.ts';
import { Notifier } from './notifier.ts';
import { RecentEvents } from './recent-events.ts';
import type { Row } from './row.ts';
import { follow } from './subscription.ts';

const eventAt = (position: number): RecordedEvent => ({
  id: `id-${position}`,
  type: 'Happened',
  data: {},
  meta: { actor: '', commandId: '', correlationId: '', at: '', schema: 1 },
  stream: 'stream',
  revision: BigInt(position),
  position: BigInt(position),
});

const rowAt = (position: number): Row => ({
  ...Object.fromEntries([position, 'stream', position, `id-${position}`, 'Happened', '[{}]', null].entries()),
});

test('resumes without a gap or a repeat after read errors', async () => {
  const recent = new RecentEvents(6);
  const notifier = new Notifier();
  let tries = 0;
  const older = new LogPages({
    read: (after) => {
      tries += 1;
      if (tries % 3 !== 0) throw new EventLogUnavailable('The file cannot be read');
      return new LogPage([rowAt(after + 1), rowAt(after + 2)], 6, 2);
    },
    pageSize: 2,
  });
  const abort = new AbortController();
  const seen: bigint[] = [];
  for await (const batch of follow(
    { older, recent, notifier, idAt: () => undefined, isClosed: () => false },
    { signal: abort.signal },
  )) {
    seen.push(...batch.events.map(({ position }) => position));
    if (batch.position === 6n) {
      recent.push([eventAt(7)], 100);
      notifier.notify();
    }
    if (batch.position === 7n) abort.abort();
  }
  expect(seen).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n]);
  expect(tries).toBe(9);
});

test('pauses between retries of a failed read, even while commits keep arriving', async () => {
  const notifier = new Notifier();
  const triedAt: number[] = [];
  const older = new LogPages({
    read: (after) => {
      triedAt.push(performance.now());
      notifier.notify();
      if (triedAt.length < 4) throw new EventLogUnavailable('The file cannot be read');
      return new LogPage([rowAt(after + 1)], 1, 2);
    },
    pageSize: 2,
  });
  const abort = new AbortController();
  const log = { older, recent: new RecentEvents(1), notifier, idAt: () => undefined, isClosed: () => false };
  for await (const batch of follow(log, { signal: abort.signal })) if (batch.position === 1n) abort.abort();
  const pauses = triedAt.slice(1).map((time, n) => time - (triedAt[n] ?? 0));
  expect(pauses.map((ms, n) => ms >= 25 * 2 ** n - 2)).toEqual([true, true, true]);
});

test('keeps the id of its place while there is nothing new, so that another log is still noticed', async () => {
  const older = new LogPages({ read: (after) => new LogPage([], after, 2), pageSize: 2 });
  const abort = new AbortController();
  const log = {
    older,
    recent: new RecentEvents(6),
    notifier: new Notifier(),
    idAt: () => 'id-6',
    isClosed: () => false,
  };
  for await (const batch of follow(log, { after: 6n, afterId: 'id-6', signal: abort.signal })) {
    expect(batch).toEqual({ events: [], position: 6n, positionId: 'id-6', caughtUp: true });
    abort.abort();
  }
  expect.assertions(1);
});
