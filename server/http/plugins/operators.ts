import type { onRequestHookHandler } from 'fastify';
import { type StaffDocument, staffModel } from '../../../projections/definitions/staff.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import { HttpError } from '../responses/errors.ts';
import type { Authentication } from './authentication.ts';

/** @throws ReadModelUnavailable */
export async function isOperator(staff: ReadModelReader, uid: string): Promise<boolean> {
  const document = await staff.get(staffModel.members, uid);
  const roles: StaffDocument['roles'] = document ? JSON.parse(document.json).roles : [];
  return roles.some(({ role }) => role === 'operator');
}

/** Lets only operators pass. For everybody else, also with an invalid token, the address does not exist. */
export const onlyOperators = (authentication: Authentication, staff: ReadModelReader): onRequestHookHandler[] => [
  function identify(request, reply, done) {
    authentication.optional.call(this, request, reply, (error) => {
      if (error instanceof HttpError && error.code === 'INVALID_TOKEN') reply.callNotFound();
      else done(error);
    });
  },
  async (request, reply) => {
    if (!request.user || !(await isOperator(staff, request.user.uid))) reply.callNotFound();
  },
];
