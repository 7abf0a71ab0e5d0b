import { type Static, Type } from 'typebox';

export const Liveness = Type.Object({ status: Type.Literal('live') });
export type Liveness = Static<typeof Liveness>;

const Part = Type.Object({
  name: Type.String(),
  ready: Type.Boolean(),
  detail: Type.Optional(Type.Unknown({ description: 'What an operator wants to see of it' })),
  reason: Type.Optional(Type.Enum(['NO_ANSWER', 'UNAVAILABLE'], { description: 'Why it cannot be reached' })),
});

/** Whether all that the process needs works, part by part. */
export const Health = Type.Object({
  status: Type.Enum(['ready', 'not ready']),
  parts: Type.Array(Part),
});
export type Health = Static<typeof Health>;
