import { randomUUID } from 'node:crypto';
import { allProjections } from '../../../projections/definitions/all.ts';
import { until } from '../until.ts';
import { type Fault, now, reconnectMs, second, waitMs } from './fault.ts';
import { clock, freeze, kill, restart, slowReaders } from './process-faults.ts';
import type { ServerProcess } from './server-process.ts';
import { eventStore, faultsOf, flush, redis, restartEmpty } from './store-faults.ts';

const hour = 3_600 * second;
/** Recovered when an operator has skipped it in all read models that fold it. */
const poison: Fault = {
  name: 'an event that cannot be folded, until an operator skips it',
  boundMs: reconnectMs,
  inflict: async (site) => {
    const at = new Date().toISOString();
    const id = randomUUID();
    const meta = { actor: 'mia', commandId: id, correlationId: id, causationId: id, at, schema: 99 };
    const { position } = await site.log.append(
      `poison-${id}`,
      [{ id, type: 'PostPublished', data: {}, meta }],
      'no_stream',
    );
    const isStale = async ({ address }: ServerProcess) =>
      (await fetch(`${address}/api/community`)).headers.get('potluck-stale-since') === at;
    for (const node of site.nodes) await until(() => isStale(node), waitMs, 50);
    // Loads all commands, which the short form does not need.
    const { runInProcess } = await import('../run-in-process.ts');
    for (const { name } of allProjections.filter(({ events }) => 'PostPublished' in events)) {
      const skip = ['projections', 'skip', name, String(position), '--why', 'a test'];
      const { code, stderr } = await runInProcess(site.env, skip);
      if (code !== 0) throw new Error(`The event could not be skipped: ${stderr}`);
    }
    return site.recoveredAfter(now());
  },
};

const processNames = ['node-1', 'node-2', 'worker-1', 'worker-2'];

export const faults: readonly Fault[] = [
  ...processNames.flatMap((name) => [kill(name), freeze(name)]),
  restart,
  ...faultsOf(redis),
  ...faultsOf(eventStore),
  flush,
  restartEmpty,
  clock(hour),
  clock(-hour),
  slowReaders,
  poison,
];
