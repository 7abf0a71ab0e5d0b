import { Overview } from '../../../core/contracts/overview.ts';
import { forOperators } from '../../openapi/for-operators.ts';
import { json, type Operation } from '../../openapi/operation.ts';

const at = '2026-11-18T17:30:00.000Z';

export const readOverview = {
  ...forOperators,
  summary: 'Read how the parts of this process are',
  description: 'Health, and samples of the last hour, which this process keeps in memory.',
  responses: [
    json(200, 'The overview', Overview, {
      'A young process': {
        at,
        startedAt: at,
        status: 'ready',
        parts: [{ name: 'event log', ready: true, detail: { head: '1050' } }],
        head: '1050',
        sockets: 12,
        failures: 0,
        lastSeal: { size: 1050, at },
        sampleIntervalMs: 10_000,
        samples: {
          at: [1_795_023_000_000],
          eventsPerSecond: [3.2],
          sockets: [12],
          failures: [0],
          lagSeconds: { posts: [0] },
        },
      },
    }),
  ],
} satisfies Operation;
