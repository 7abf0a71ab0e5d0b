import type { onRequestHookHandler } from 'fastify';
import { type StaffDocument, staffModel } from '../../../projections/definitions/staff.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import type { StreamReader } from '../../commands/handle-command.ts';
import { staff as staffAggregate } from '../../core/domain/staff/decider.ts';
import type { StaffRole } from '../../core/domain/staff/events.ts';
import { EventLogUnavailable } from '../../core/event-log.ts';
import { HttpError } from '../responses/errors.ts';
import type { Authentication } from './authentication.ts';

/** Where roles are found. */
export interface Roles {
  readonly staff: ReadModelReader;
  readonly streams: StreamReader;
}

/** A silent log must leave the request most of its time. */
const maxRoleWaitMs = 2_000;

/**
 * The read model answers for everybody else. Of those who have the role there, the log is asked, too: the projection may lag,
 * and a role ends with the event that revokes it. While the log does not respond, the read model counts, so
 * that operators can see what is wrong.
 * @param deadline of the request, in ms of `performance.now()`
 * @throws ReadModelUnavailable, Overloaded, NewerRelease
 */
async function hasRole(
  { staff, streams }: Roles,
  uid: string,
  wanted: StaffRole,
  deadline = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const document = await staff.get(staffModel.members, uid);
  const held: StaffDocument['roles'] = document ? JSON.parse(document.json).roles : [];
  if (!held.some(({ role }) => role === wanted)) return false;
  const until = Math.min(deadline, performance.now() + maxRoleWaitMs);
  try {
    return await streams.read(staffAggregate, uid, ({ roles }) => roles.has(wanted), until);
  } catch (error) {
    if (error instanceof EventLogUnavailable) return true;
    throw error;
  }
}

/** See `hasRole`. */
export const isOperator = (roles: Roles, uid: string): Promise<boolean> => hasRole(roles, uid, 'operator');

/** Lets only those with the role pass. For everybody else, also with an invalid token, the address does not exist. */
const onlyStaff = (authentication: Authentication, roles: Roles, role: StaffRole): onRequestHookHandler[] => [
  function identify(request, reply, done) {
    authentication.optional.call(this, request, reply, (error) => {
      if (error instanceof HttpError && error.code === 'INVALID_TOKEN') reply.callNotFound();
      else done(error);
    });
  },
  async (request, reply) => {
    if (!request.user || !(await hasRole(roles, request.user.uid, role, request.deadline))) reply.callNotFound();
  },
];

export const onlyOperators = (authentication: Authentication, roles: Roles): onRequestHookHandler[] =>
  onlyStaff(authentication, roles, 'operator');

export const onlyModerators = (authentication: Authentication, roles: Roles): onRequestHookHandler[] =>
  onlyStaff(authentication, roles, 'moderator');
