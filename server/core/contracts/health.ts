import { type Static, Type } from 'typebox';

export const Liveness = Type.Object({ status: Type.Literal('live') });
export type Liveness = Static<typeof Liveness>;

/** The log has the error. */
const NotReadyReason = Type.Enum(
  ['NO_ANSWER', 'UNAVAILABLE', 'DISK_FULL', 'DISK_READ_ONLY', 'DISK_ERROR', 'LOCKED', 'WRITER_ENDED', 'REFUSED'],
  { description: 'Why it cannot be reached; of the event log, why it cannot be written' },
);
export type NotReadyReason = Static<typeof NotReadyReason>;

const Part = Type.Object({
  name: Type.String(),
  ready: Type.Boolean(),
  detail: Type.Optional(Type.Unknown({ description: 'What an operator wants to see of it' })),
  reason: Type.Optional(NotReadyReason),
});

/** Whether all that the process needs works, part by part. */
export const Health = Type.Object({
  status: Type.Enum(['ready', 'not ready']),
  parts: Type.Array(Part),
});
export type Health = Static<typeof Health>;
