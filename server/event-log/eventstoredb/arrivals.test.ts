import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
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
