import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { eventually, followLog } from '../../../tests/support/log-follower.ts';
import { UpstreamLog } from '../../../tests/support/upstream-log.ts';
import type { RecordedEvent } from '../../core/event-log.ts';
import { SharedSubscriptions } from './shared-subscriptions.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('the events of a subscription that has ended are released, while its last subscriber goes on with another', async () => {
  const log = new UpstreamLog();
  log.append(200);
  const stop = new AbortController();
  const { signal } = stop;
  const decoded: WeakRef<RecordedEvent>[] = [];
  const upstream: UpstreamLog['upstream'] = async function* (...place) {
    for await (const { events, ...batch } of log.upstream(...place)) {
      const copies = events.map((event) => ({ ...event }));
      decoded.push(...copies.map((event) => new WeakRef(event)));
      yield { events: copies, ...batch };
    }
  };
  const shared = new SharedSubscriptions({ upstream, head: log.head, closed: signal, limits: { maxEvents: 150 } });
  const ahead = followLog(shared, { after: 1_000n, signal });
  await eventually(() => ahead.isCaughtUp);
  const before = decoded.length;
  const behind = followLog(shared, { signal });
  await eventually(() => behind.isCaughtUp && log.open === 1 && log.opened === 2);
  log.append(1);
  await eventually(() => behind.position === 2_010);
  collectGarbage();
  const kept = decoded.slice(before, -1).filter((event) => event.deref() !== undefined);
  stop.abort();
  expect(decoded.length).toBeGreaterThan(before + 50);
  expect(kept).toEqual([]);
});
