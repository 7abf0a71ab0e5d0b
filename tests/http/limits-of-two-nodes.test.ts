/** Limits of users whose requests reach two nodes, connected by Redis. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identity } from '../../server/identity/identity.ts';
import { knownUsers } from '../support/known-users.ts';
import { describeWith } from '../support/requirements.ts';
import { type Node, openNode, openSharedParts, type SharedParts } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

const perMinute = 40;
/** What one node grants before it knows of the other. */
const maxUnsettled = perMinute / 2 + 1;

/** Requests with a verified token count for the user, and others for the address. */
const identity: Identity = {
  ...knownUsers(),
  cached: (token) => ({
    uid: token.slice('token-'.length),
    name: 'Mia',
    email: '',
    expiresAt: Infinity,
    signedInAt: 0,
  }),
};

describeWith('redis-server', 'the rate limit of two nodes', (program) => {
  const cleanUp = new AsyncDisposableStack();
  let parts: SharedParts;
  let nodes: readonly [Node, Node];
  beforeAll(async () => {
    parts = await openSharedParts(program, cleanUp);
    const options = { users: [], identity, runsProjections: false, rateLimit: perMinute };
    nodes = [await openNode(parts, options, cleanUp), await openNode(parts, options, cleanUp)];
  });
  afterAll(() => cleanUp.disposeAsync());

  /** A call that is answered without Redis. */
  const send = (node: Node, user: string) => node.call(user, 'POST', '/recipes/import', { url: 'none' });
  const isGranted = async (node: Node, user: string): Promise<boolean> => {
    const { status } = await send(node, user);
    expect([422, 429]).toContain(status);
    return status === 422;
  };
  /** The requests that may be granted, after this time, to a user of both nodes. */
  const boundAfter = (ms: number) => perMinute + maxUnsettled + ((ms + 500) * perMinute) / 60_000;

  test('is one limit for a user who alternates between them', async () => {
    const startedAtMs = performance.now();
    let granted = 0;
    for (let n = 0; n < 2 * perMinute; n++) if (await isGranted(nodes[n % 2 === 0 ? 0 : 1], 'mia')) granted += 1;
    expect(granted).toBeGreaterThanOrEqual(perMinute);
    expect(granted).toBeLessThan(boundAfter(performance.now() - startedAtMs));
    await until(async () => (await send(nodes[0], 'mia')).status === 429);
    const refused = await send(nodes[0], 'mia');
    expect(await refused.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test('is exceeded by no more than stated when both get as much at the same time', async () => {
    const startedAtMs = performance.now();
    const all = nodes.flatMap((node) => Array.from({ length: perMinute }, () => isGranted(node, 'tom')));
    const granted = (await Promise.all(all)).filter(Boolean).length;
    expect(granted).toBeGreaterThanOrEqual(perMinute);
    expect(granted).toBeLessThan(boundAfter(performance.now() - startedAtMs));
  });

  test('is counted by each node while Redis does not answer, without a wait, and together again after that', async () => {
    parts.redis.freeze();
    const startedAtMs = performance.now();
    for (const node of nodes) {
      let granted = 0;
      await until(async () => {
        const sentAtMs = performance.now();
        if (await isGranted(node, 'ann')) granted += 1;
        // A call of Redis fails after two seconds.
        expect(performance.now() - sentAtMs).toBeLessThan(1_500);
        return granted >= perMinute;
      });
      expect(granted).toBe(perMinute);
    }
    expect(performance.now() - startedAtMs).toBeLessThan(60_000);
    parts.redis.thaw();
    const [first, second] = nodes;
    let round = 0;
    await until(async () => {
      const user = `eve-${round++}`;
      await until(async () => !(await isGranted(first, user)));
      let granted = 0;
      while (await isGranted(second, user)) granted += 1;
      return granted <= maxUnsettled;
    });
  });
});
