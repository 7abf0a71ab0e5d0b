import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { moderationModel, type SuspensionDocument } from '../../../projections/definitions/moderation.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import { isOperation, type Operation } from '../openapi/operation.ts';
import { HttpError } from '../responses/errors.ts';
import { userOf } from './authentication.ts';

/** What others see is counted against these limits, and so it is what a suspended user may not do. */
const publicLimits: ReadonlySet<Operation['limit']> = new Set(['publishing', 'liking', 'reporting']);

export const isRefusedToSuspended = ({ limit, isOpenToSuspended }: Operation): boolean =>
  publicLimits.has(limit) && isOpenToSuspended !== true;

const dayOf = (until: string): string =>
  new Date(until).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export const suspended = ({ reason, until }: SuspensionDocument): HttpError =>
  new HttpError(
    403,
    'SUSPENDED',
    `A moderator has suspended you${until === null ? '' : ` until ${dayOf(until)}`}: ${reason.replace(/[.]$/, '')}. You can appeal in your profile`,
  );

/** The suspension of a user that is in force; undefined if there is none. @throws ReadModelUnavailable */
export async function suspensionOf(model: ReadModelReader, uid: string): Promise<SuspensionDocument | undefined> {
  const document = await model.get(moderationModel.suspensions, uid);
  const suspension: SuspensionDocument | undefined = document && JSON.parse(document.json);
  const isOver = suspension?.until != null && Date.parse(suspension.until) <= Date.now();
  return isOver ? undefined : suspension;
}

/** @throws HttpError, ReadModelUnavailable */
export async function assertNotSuspended(model: ReadModelReader, uid: string): Promise<void> {
  const suspension = await suspensionOf(model, uid);
  if (suspension) throw suspended(suspension);
}

/** Refuses what others would see of suspended users, for all routes registered afterwards. */
export function refuseSuspended(app: FastifyInstance, model: ReadModelReader): void {
  const refuse: preHandlerHookHandler = (request) => assertNotSuspended(model, userOf(request).uid);
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!isOperation(schema) || !isRefusedToSuspended(schema)) return;
    route.preHandler = [route.preHandler ?? [], refuse].flat();
  });
}
