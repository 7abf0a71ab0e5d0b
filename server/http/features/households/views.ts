import type { HouseholdDocument } from '../../../../projections/definitions/households.ts';
import { type Person, unknownUserName } from '../../../../projections/definitions/people.ts';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { Household } from '../../../core/contracts/households.ts';
import { type HouseholdState, openInvitations } from '../../../core/domain/household/decider.ts';
import { householdRefusals } from '../../../core/domain/household/refusals.ts';
import { personIn } from '../../writing/authors.ts';

/** Reads the current names and pictures of these users in one call. */
export async function peopleOf(profiles: ReadModelReader, uids: readonly string[]): Promise<(uid: string) => Person> {
  const distinct = [...new Set(uids)];
  const documents = await profiles.getMany(profilesModel.profiles, distinct);
  const people = new Map<string, Person>();
  documents.forEach((document, n) => {
    if (document) people.set(distinct[n] ?? '', personIn(document));
  });
  return (uid) => people.get(uid) ?? { name: unknownUserName, avatar: null };
}

/** Households as a member sees them: with names and pictures, and the invitations that the member may revoke. */
export async function toHouseholds(
  profiles: ReadModelReader,
  documents: readonly HouseholdDocument[],
  reader: string,
): Promise<Household[]> {
  const personOf = await peopleOf(
    profiles,
    documents.flatMap(({ members }) => members.map(({ uid }) => uid)),
  );
  const now = new Date().toISOString();
  return documents.map(({ id, revision, name, ownerId, members, invitations }) => ({
    id,
    revision,
    name,
    members: members.map(({ uid, joinedAt }) => ({
      uid,
      ...personOf(uid),
      role: uid === ownerId ? ('owner' as const) : ('member' as const),
      joinedAt,
    })),
    invitations: invitations.filter(
      ({ issuedBy, expiresAt }) => expiresAt > now && (reader === ownerId || reader === issuedBy),
    ),
  }));
}

/** The document that the projection will store for this state. @throws Refusal for a dissolved household */
export function documentOf(id: string, state: HouseholdState): Omit<HouseholdDocument, 'revision'> {
  if (state.status !== 'founded') throw householdRefusals.dissolved();
  const { name, ownerId, members } = state;
  return {
    id,
    name,
    ownerId,
    members: Array.from(members, ([uid, joinedAt]) => ({ uid, joinedAt })),
    invitations: openInvitations(state).map(([invitationId, { issuedBy, expiresAt, usesLeft }]) => ({
      id: invitationId,
      issuedBy,
      expiresAt,
      usesLeft,
    })),
  };
}
