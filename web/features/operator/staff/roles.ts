import { useMutation } from '@tanstack/react-query';
import type { Staff } from '../../../../server/core/contracts/staff.ts';
import { api } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

type Member = Staff['items'][number];
export type Role = Member['roles'][number]['role'];

/** A role of a member. */
export interface HeldRole {
  uid: string;
  name: string | null;
  role: Role;
  since: string;
  by: string;
}

/** Each role of each member, in the order in which they were granted. */
export const heldRoles = (members: readonly Member[]): HeldRole[] =>
  members
    .flatMap(({ uid, name, roles }) => roles.map((held) => ({ uid, name, ...held })))
    .sort((a, b) => Date.parse(a.since) - Date.parse(b.since));

const staffChanged = () => queryClient.invalidateQueries({ queryKey: ['operator', 'staff'] });

export interface Grant {
  /** An email, or the id of a user. */
  who: string;
  role: Role;
}

export function useGrantRole() {
  return useMutation({
    mutationFn: ({ who, role }: Grant) =>
      who.includes('@')
        ? api.send('POST', '/staff', { email: who, role })
        : api.send('PUT', `/staff/${encodeURIComponent(who)}/roles/${role}`),
    onSuccess: staffChanged,
  });
}

export function useRevokeRole() {
  return useMutation({
    mutationFn: ({ uid, role }: { uid: string; role: Role }) =>
      api.send('DELETE', `/staff/${encodeURIComponent(uid)}/roles/${role}`),
    onSuccess: staffChanged,
  });
}
