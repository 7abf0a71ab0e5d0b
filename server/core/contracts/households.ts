import { type Static, Type } from 'typebox';
import { householdLimits } from './limits.ts';
import { Id, Revision, Timestamp, Uid } from './shared.ts';

const name = Type.String({ maxLength: householdLimits.name });
const newId = Type.Optional(
  Type.String({ ...Id, description: 'A new UUID, for example of version 7, if the client creates the id' }),
);
const avatar = Type.Union([Type.String(), Type.Null()], { description: 'Address of a picture' });

const HouseholdMember = Type.Object({
  uid: Uid,
  name: Type.String(),
  avatar,
  role: Type.Union([Type.Literal('owner'), Type.Literal('member')]),
  joinedAt: Timestamp,
});

/** An invitation that people can still join with. Its code is only in the response that issued it. */
export const OpenInvitation = Type.Object({
  id: Id,
  issuedBy: Uid,
  expiresAt: Timestamp,
  usesLeft: Type.Integer({ minimum: 1, description: 'How many people can still join with it' }),
});
export type OpenInvitation = Static<typeof OpenInvitation>;

export const Household = Type.Object({
  id: Id,
  revision: Revision,
  name: Type.String(),
  members: Type.Array(HouseholdMember, { description: 'In the order in which they joined' }),
  invitations: Type.Array(OpenInvitation, {
    description: 'To the owner: all open invitations. To other members: those that they issued.',
  }),
});
export type Household = Static<typeof Household>;

export const Households = Type.Object({ items: Type.Array(Household) });
export type Households = Static<typeof Households>;

export const FoundHousehold = Type.Object({ id: newId, name }, { additionalProperties: false });
export type FoundHousehold = Static<typeof FoundHousehold>;

export const RenameHousehold = Type.Object({ name }, { additionalProperties: false });

export const IssueInvitation = Type.Object(
  {
    id: newId,
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: householdLimits.uses,
        description: 'How many people can join with it. Default: 1',
      }),
    ),
  },
  { additionalProperties: false },
);
export type IssueInvitation = Static<typeof IssueInvitation>;

export const IssuedInvitation = Type.Object({
  id: Id,
  code: Type.String({ description: 'Ten characters in two groups. It is not shown again.' }),
  expiresAt: Timestamp,
  uses: Type.Integer(),
});
export type IssuedInvitation = Static<typeof IssuedInvitation>;

/** Generous, because people type codes: case, spaces and hyphens do not matter. */
const code = Type.String({ minLength: 1, maxLength: 40, description: 'The code of an invitation, as people type it' });

export const InvitationCodePath = Type.Object({ code });

/** The part of a household that a user with its code sees before joining. */
export const InvitedTo = Type.Object({
  name: Type.String({ description: 'Name of the household' }),
  invitedBy: Type.Object({ name: Type.String(), avatar }),
  isMember: Type.Boolean({ description: 'Whether the user has joined already' }),
});
export type InvitedTo = Static<typeof InvitedTo>;

export const JoinHousehold = Type.Object(
  {
    code,
    bringItems: Type.Optional(
      Type.Boolean({ description: "Whether to move the unchecked items of the user's own list to the household's" }),
    ),
  },
  { additionalProperties: false },
);
export type JoinHousehold = Static<typeof JoinHousehold>;

export const JoinedHousehold = Type.Object({
  ...Household.properties,
  brought: Type.Optional(
    Type.Object(
      {
        count: Type.Integer({ minimum: 0, description: 'The number of items on the list of the household now' }),
        left: Type.Integer({ minimum: 0, description: "Those that stayed, because the household's list is full" }),
        changeId: Type.String({ ...Id, description: 'The change of both lists' }),
        ingredientIds: Type.Array(Id, { description: 'Of the items that were brought. Moving them back undoes it' }),
      },
      { description: 'The items that were brought, if the request asked for it' },
    ),
  ),
});
export type JoinedHousehold = Static<typeof JoinedHousehold>;

export const TransferOwnership = Type.Object({ uid: Uid }, { additionalProperties: false });

const keepsCopy = (description: string) => Type.Optional(Type.Boolean({ description }));
export const DissolveQuery = Type.Object({
  keepCopies: keepsCopy('Whether each member keeps a copy of each grocery list, as a list of their own'),
});
export const EndMembershipQuery = Type.Object({
  keepCopy: keepsCopy('Whether this member keeps a copy of each grocery list, as a list of their own'),
});

export const HouseholdPath = Type.Object({ householdId: Id });
export const HouseholdMemberPath = Type.Object({ householdId: Id, uid: Uid });
export const InvitationPath = Type.Object({ householdId: Id, invitationId: Id });
