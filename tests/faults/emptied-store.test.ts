/** How long a large log takes to fill a Redis that was emptied, until every node is ready again. */
import { expect, inject, onTestFinished, test } from 'vitest';
import { describeWith } from '../support/requirements.ts';
import { Site } from '../support/site/site.ts';
import { flush } from '../support/site/store-faults.ts';

const form = inject('installation');
const events = form === 'one process' ? 20_000 : 1_000_000;
/** For a million events, on a machine that has nothing else to do. */
const boundMs = 60_000;

describeWith('redis-server', 'an emptied Redis', (program) => {
  test(`is filled again from ${events} events`, { tags: 'extended', timeout: 900_000 }, async ({ annotate }) => {
    const site = await Site.open({
      redisProgram: program,
      processes: { node: 'api,live', worker: 'projections' },
      users: 1,
      paceMs: 500,
      events,
    });
    onTestFinished(() => site[Symbol.asyncDispose]());
    await site.recoveredAfter(performance.now());
    const recoveredMs = await flush.inflict(site, { freezeMs: 0, sockets: 0, cuts: 0 });
    await annotate(`recovered in ${(recoveredMs / 1_000).toFixed(1)} s`);
    expect(recoveredMs).toBeLessThan(boundMs);
  });
});
