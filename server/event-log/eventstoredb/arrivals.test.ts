import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FakeEventStoreDb } from '../../../tests/support/eventstoredb-server/server.ts';
import { seedEventStore } from '../../../tests/support/seeded-event-store.ts';
import { simulatedHistory } from '../../simulation/simulated-history.ts';
import { Arrivals } from './arrivals.ts';
import { Session } from './session.ts';

test('nothing keeps those of a connection that has ended, although its signal stays', () => {
  const session = new Session('esdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1');
  onTestFinished(() => session.close());
  const { signal } = new AbortController();
  const arrivals = new Arrivals(session, 1n, signal);
  expect(getEventListeners(signal, 'abort')).not.toEqual([]);
  arrivals.stop();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('has caught up only when all events that the client has buffered are taken', async () => {
  const server = await FakeEventStoreDb.start();
  onTestFinished(() => server.stop());
  seedEventStore(server, simulatedHistory({ events: 600, seed: 1, until: new Date('2026-07-01T00:00:00Z') }), 600);
  const session = new Session(server.connectionString);
  onTestFinished(() => session.close());
  const arrivals = new Arrivals(session, undefined, new AbortController().signal);
  onTestFinished(arrivals.stop);
  let taken = 0;
  // One by one, so that most events are still buffered when the server says that the subscription is live.
  while (!arrivals.caughtUp) {
    taken += arrivals.take(1).length;
    await turn();
  }
  expect(taken).toBe(server.log.events.filter(({ type }) => !type.startsWith('$')).length);
});
