import { type Static, Type } from 'typebox';
import { AuditedEvent, EventsQuery, Position } from './audit.ts';

/**
 * `GET /api/audit/tail` is a WebSocket. Browsers send the token as a second subprotocol, since they can set no header, and an
 * address is logged: `new WebSocket(url, [tailProtocol, tailTokenPrefix + token])`. The server selects `tailProtocol`.
 */
export const tailProtocol = 'potluck.tail.v1';
export const tailTokenPrefix = 'potluck.bearer.';

export const TailQuery = Type.Object(
  {
    ...Type.Omit(EventsQuery, ['after', 'order', 'limit']).properties,
    after: Type.Optional({
      ...Position,
      description:
        'Begin behind this position: `position` of the last frame. Default: behind `since`, or only new events',
    }),
  },
  { additionalProperties: false },
);

/** One JSON text frame each. */
export const TailFrame = Type.Union([
  Type.Object({ kind: Type.Literal('event'), event: AuditedEvent }),
  Type.Object(
    { kind: Type.Literal('position'), position: Position },
    {
      description:
        'All matching events up to here were sent: resume from it. Once at the head, and when events did not match',
    },
  ),
  Type.Object(
    {
      kind: Type.Literal('end'),
      reason: Type.Enum(['too-slow', 'not-allowed', 'unavailable', 'shutting-down', 'until'], {
        description:
          '`too-slow`: 1,000 frames were waiting. `not-allowed`: the session or the role has ended. `unavailable`: the log cannot be read now. `until`: later events cannot match.',
      }),
      after: Type.Union([Position, Type.Null()], { description: 'Resume with this as `after`' }),
    },
    { description: 'The last frame before the connection is closed' },
  ),
]);
export type TailFrame = Static<typeof TailFrame>;

/** WebSocket close codes (RFC 6455, section 7.4.1, and the IANA registry), by the reason. */
export const tailCloseCodes = {
  'too-slow': 1013,
  'not-allowed': 1008,
  unavailable: 1013,
  'shutting-down': 1001,
  until: 1000,
} as const;
