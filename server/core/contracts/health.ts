import { type Static, Type } from 'typebox';

export const Liveness = Type.Object({ status: Type.Literal('live') });
export type Liveness = Static<typeof Liveness>;

/** A stable reason; the error itself is in the logs. */
const NotReadyReason = Type.Enum(
  ['NO_ANSWER', 'UNAVAILABLE', 'DISK_FULL', 'DISK_READ_ONLY', 'DISK_ERROR', 'LOCKED', 'WRITER_ENDED', 'REFUSED'],
  { description: 'Why the part cannot be reached; for the event log, why it cannot be written' },
);
export type NotReadyReason = Static<typeof NotReadyReason>;

const Part = Type.Object({
  name: Type.String(),
  ready: Type.Boolean(),
  detail: Type.Optional(Type.Unknown({ description: 'Details for the operator' })),
  reason: Type.Optional(NotReadyReason),
});

/** Whether each part that the process needs is ready. */
export const Health = Type.Object({
  status: Type.Enum(['ready', 'not ready']),
  parts: Type.Array(Part),
});
export type Health = Static<typeof Health>;
