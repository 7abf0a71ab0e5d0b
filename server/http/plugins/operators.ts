import type { onRequestHookHandler } from 'fastify';
import { type StaffDocument, staffModel } from '../../../projections/definitions/staff.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import type { Authentication } from './authentication.ts';

/** Lets only operators pass. For everybody else, the address does not exist. */
export const onlyOperators = (authentication: Authentication, staff: ReadModelReader): onRequestHookHandler[] => [
  authentication.optional,
  async (request, reply) => {
    const document = request.user ? await staff.get(staffModel.members, request.user.uid) : undefined;
    const roles: StaffDocument['roles'] = document ? JSON.parse(document.json).roles : [];
    if (!roles.some(({ role }) => role === 'operator')) reply.callNotFound();
  },
];
