import { Account, AccountQuery, GrantBody, RolePath, Staff } from '../../../core/contracts/staff.ts';
import { machine } from '../../../core/domain/staff/events.ts';
import { forOperators } from '../../openapi/for-operators.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { invalid } from '../../responses/errors.ts';

const since = '2026-11-18T17:30:00.000Z';

export const readStaff = {
  ...forOperators,
  summary: 'Read who has which role',
  description: 'In the order in which they joined the staff.',
  kind: 'read',
  responses: [
    json(200, 'The staff', Staff, {
      'An operator': {
        items: [{ uid: 'kq3ZbX0yJvM8fTn2LrWc', name: 'Mia', roles: [{ role: 'operator', since, by: machine }] }],
      },
    }),
  ],
} satisfies Operation;

export const noSuchAccount = () => invalid('There is no account with this email', 'email');

export const findAccount = {
  ...forOperators,
  summary: 'Find the user with an email',
  description:
    'To find their events. The access is recorded for this user first, with the reason; they find it in `/users/accesses`.',
  querystring: AccountQuery,
  responses: [json(200, 'The user', Account, { Mia: { uid: 'kq3ZbX0yJvM8fTn2LrWc' } })],
  errors: [...forOperators.errors, noSuchAccount()],
} satisfies Operation;

export const grantRoleByEmail = {
  ...forOperators,
  summary: 'Grant a role to the account with an email',
  description: 'It has effect at once, without a new token.',
  kind: 'write',
  body: GrantBody,
  bodyExamples: { 'An operator': { email: 'mia@example.org', role: 'operator' } },
  responses: [noContent('The user has the role')],
  errors: [...forOperators.errors, noSuchAccount()],
} satisfies Operation;

export const grantRole = {
  ...forOperators,
  summary: 'Grant a role',
  description: 'It has effect at once, without a new token.',
  kind: 'write',
  params: RolePath,
  responses: [noContent('The user has the role')],
} satisfies Operation;

export const revokeRole = {
  ...forOperators,
  summary: 'Revoke a role',
  description: 'It has effect at once.',
  kind: 'write',
  params: RolePath,
  responses: [noContent('The user does not have the role')],
} satisfies Operation;
