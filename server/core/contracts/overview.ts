import { type Static, Type } from 'typebox';
import { Position } from './audit.ts';
import { Health } from './health.ts';
import { Timestamp } from './shared.ts';

/** One number for each sample. */
const Series = Type.Array(Type.Union([Type.Number(), Type.Null()]));

/** The process that responds, over the last hour at most. Columns, as charts take them. */
const Samples = Type.Object({
  at: Type.Array(Type.Integer(), { description: 'Milliseconds since 1970, ascending' }),
  eventsPerSecond: { ...Series, description: 'Recorded events of all processes. Null: not known' },
  sockets: { ...Series, description: 'Open live connections' },
  failures: { ...Series, description: 'Responses with a status of 500 or more since the previous sample' },
  lagSeconds: Type.Record(Type.String(), Series, {
    description:
      'By projection: the time between the first event that it has still to fold and the last one of the log',
  }),
});

export const Overview = Type.Object({
  at: Timestamp,
  startedAt: { ...Timestamp, description: 'When this process started' },
  status: Health.properties.status,
  parts: Health.properties.parts,
  head: Type.Union([Position, Type.Null()], { description: 'The last position of the log' }),
  sockets: Type.Integer({ description: 'Open live connections of this process' }),
  failures: Type.Integer({ description: 'Responses with a status of 500 or more since this process started' }),
  lastSeal: Type.Union(
    [
      Type.Object({
        size: Type.Integer({ description: 'Number of sealed events' }),
        at: { ...Timestamp, description: 'When the checkpoint was stored' },
      }),
      Type.Null(),
    ],
    { description: 'Null: nothing is sealed yet' },
  ),
  sampleIntervalMs: Type.Integer(),
  samples: Samples,
});
export type Overview = Static<typeof Overview>;
