import { queryOptions, useMutation } from '@tanstack/react-query';
import type {
  FoundHousehold,
  Household,
  InvitedTo,
  IssuedInvitation,
  IssueInvitation,
  JoinedHousehold,
  JoinHousehold,
} from '../../../server/core/contracts/households.ts';
import { ApiError, api } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { refreshHouseholds } from '../../lib/households/households.ts';
import { chooseHousehold, forgetHousehold } from '../../lib/households/saved-households.ts';
import { notify } from '../../lib/notices.ts';
import { keepIssued } from './issued-invitations.ts';

interface Sent<Form> {
  readonly form: Form;
  /** The idempotency key. */
  readonly key: string;
}

const pathOf = (id: string): string => `/households/${encodeURIComponent(id)}`;

/** Founds a household, and shows its list and plan from now on. */
export async function foundHousehold(reader: string, { form, key }: Sent<{ name: string }>): Promise<Household> {
  const content: FoundHousehold = { ...form, id: key };
  const { data } = await api.send<Household>('POST', '/households', content, { idempotencyKey: key, sender: reader });
  await refreshHouseholds(reader);
  chooseHousehold(data);
  return data;
}

/** Issues an invitation and keeps its code, which the server does not return again. */
export async function issueInvitation(
  reader: string,
  householdId: string,
  { form, key }: Sent<{ uses: number }>,
): Promise<void> {
  const content: IssueInvitation = { ...form, id: key };
  const options = { idempotencyKey: key, sender: reader };
  const { data, revision } = await api.send<IssuedInvitation>(
    'POST',
    `${pathOf(householdId)}/invitations`,
    content,
    options,
  );
  keepIssued(householdId, { ...data, revision: revision ?? null });
  await refreshHouseholds(reader);
}

export type HouseholdChange =
  | { kind: 'rename'; name: string }
  | { kind: 'handOver'; uid: string }
  | { kind: 'remove'; uid: string }
  | { kind: 'revoke'; invitationId: string }
  /** `keepCopy`: of the main list, for the user or, when the household is dissolved, for each member. `key`: of the request. */
  | { kind: 'leave' | 'dissolve'; keepCopy: boolean; key: string };

function sendChange(reader: string, id: string, change: HouseholdChange) {
  const options = { sender: reader };
  const path = pathOf(id);
  const end = (address: string, idempotencyKey: string) =>
    api.send('DELETE', address, undefined, { ...options, idempotencyKey });
  switch (change.kind) {
    case 'rename':
      return api.send('PATCH', path, { name: change.name }, options);
    case 'handOver':
      return api.send('PUT', `${path}/owner`, { uid: change.uid }, options);
    case 'remove':
      return api.send('DELETE', `${path}/members/${encodeURIComponent(change.uid)}`, undefined, options);
    case 'revoke':
      return api.send('DELETE', `${path}/invitations/${encodeURIComponent(change.invitationId)}`, undefined, options);
    case 'leave': {
      const member = `${path}/members/${encodeURIComponent(reader)}`;
      return end(change.keepCopy ? `${member}?keepCopy=true` : member, change.key);
    }
    case 'dissolve':
      return end(change.keepCopy ? `${path}?keepCopies=true` : path, change.key);
  }
}

/** Households that the user leaves or dissolves on this screen, which therefore says nothing when they end. */
export const endingHere = new Set<string>();

/** Resolves when the cached households include the change. */
export async function changeHousehold(reader: string, id: string, change: HouseholdChange): Promise<void> {
  const isEnd = change.kind === 'leave' || change.kind === 'dissolve';
  if (isEnd) endingHere.add(id);
  try {
    await sendChange(reader, id, change);
  } catch (error) {
    endingHere.delete(id);
    throw error;
  }
  if (isEnd) forgetHousehold(id);
  await refreshHouseholds(reader);
}

export const failureTexts: Record<HouseholdChange['kind'], string> = {
  rename: 'Failed to rename the household',
  handOver: 'Failed to hand over the household',
  remove: 'Failed to remove the member',
  revoke: 'Failed to revoke the invitation',
  leave: 'Failed to leave the household',
  dissolve: 'Failed to dissolve the household',
};

export function useHouseholdChange(reader: string, id: string) {
  return useMutation({
    mutationFn: (change: HouseholdChange) => changeHousehold(reader, id, change),
    onError: (error, { kind }) => notify.error(failureText(error, failureTexts[kind])),
  });
}

const maxRetries = 2;

/** What the user would join. Its errors say why an invitation is not valid. */
export const invitationQuery = (reader: string, code: string) =>
  queryOptions({
    queryKey: ['invitations', reader, code],
    queryFn: async ({ signal }) =>
      (await api.get<InvitedTo>(`/invitations/${encodeURIComponent(code)}`, { signal })).data,
    meta: { reader },
    staleTime: 0,
    // Not after a 429, unlike other queries: wrong codes are limited per hour.
    retry: (failures, error) =>
      failures < maxRetries && error instanceof ApiError && (error.isUnreachable || error.statusCode >= 500),
  });

/** Joins, and shows the household's list and plan from now on. */
export async function joinHousehold(reader: string, { form, key }: Sent<JoinHousehold>): Promise<JoinedHousehold> {
  const options = { idempotencyKey: key, sender: reader };
  const { data } = await api.send<JoinedHousehold>('POST', '/households/join', form, options);
  await refreshHouseholds(reader);
  chooseHousehold(data);
  return data;
}
