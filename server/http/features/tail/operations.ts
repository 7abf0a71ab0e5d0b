import { TailFrame, TailQuery, tailProtocol, tailTokenPrefix } from '../../../core/contracts/tail.ts';
import { EventLogUnavailable } from '../../../core/event-log.ts';
import { forOperators } from '../../openapi/for-operators.ts';
import { json, type Operation } from '../../openapi/operation.ts';
import { HttpError, notFound } from '../../responses/errors.ts';

export const upgradeRequired = (): HttpError => new HttpError(426, 'UPGRADE_REQUIRED', 'Connect with a WebSocket');
export const tooManyTails = (): HttpError =>
  new HttpError(503, 'TOO_MANY_TAILS', 'Too many operators follow the log here', { retryAfter: 30 });
export const tooManyOwnTails = (count: number): HttpError =>
  new HttpError(429, 'TOO_MANY_OWN_TAILS', `You follow the log ${count} times already: close another page`, {
    retryAfter: 30,
  });

export const readTail = {
  ...forOperators,
  summary: 'Follow the log by a WebSocket',
  description: `One JSON text frame an event, in the order of the log, from \`after\` on. A browser sends the token as a subprotocol: \`${tailProtocol}, ${tailTokenPrefix}TOKEN\`; other programs may send the header \`Authorization\`. A reader that falls 1,000 frames behind gets a frame that says where to resume, and is closed. For each user whose private data a frame shows, the access is recorded first, with the reason.`,
  querystring: TailQuery,
  responses: [
    json(101, 'Frames', TailFrame, {
      'All events up to here were sent': { kind: 'position', position: '1042' },
    }),
  ],
  errors: [notFound('role'), upgradeRequired(), tooManyOwnTails(10), tooManyTails(), new EventLogUnavailable('')],
} satisfies Operation;
