import {
  DissolveQuery,
  EndMembershipQuery,
  FoundHousehold,
  Household,
  HouseholdMemberPath,
  HouseholdPath,
  Households,
  InvitationCodePath,
  InvitationPath,
  InvitedTo,
  IssuedInvitation,
  IssueInvitation,
  JoinedHousehold,
  JoinHousehold,
  RenameHousehold,
  TransferOwnership,
} from '../../../core/contracts/households.ts';
import { groceryListRefusals } from '../../../core/domain/grocery-list/refusals.ts';
import { householdRefusals } from '../../../core/domain/household/refusals.ts';
import { households } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { tooManyCodes } from './guess-limit.ts';

const { household, issued } = households;
const {
  notAMember,
  notTheOwner,
  nameRequired,
  idInUse,
  tooManyHouseholds,
  full,
  memberNotFound,
  ownerCannotLeave,
  tooManyInvitations,
  invitationIdInUse,
  invitationNotFound,
  invitationRevoked,
  invitationExpired,
  invitationUsedUp,
  dissolved,
} = householdRefusals;

const common = { tag: 'Households', token: 'required' } as const;
const write = { ...common, kind: 'write' } as const;
/** Hashing a code is slow on purpose. */
const hashesCode = { limit: 'invitationCodes' } as const;
const ofHousehold = { ...write, params: HouseholdPath } as const;

const examples = { 'A household': household };
const theHousehold = json(200, 'The household', Household, examples);
const invitationErrors = [
  invitationNotFound(),
  invitationRevoked(),
  invitationExpired(),
  invitationUsedUp(),
  dissolved(),
  full(),
  tooManyHouseholds(),
  tooManyCodes(),
];

export const readHouseholds = {
  ...common,
  summary: "Read the user's households",
  description: 'In the order in which the user joined them.',
  kind: 'read',
  responses: [json(200, 'The households', Households, { 'One household': { items: [household] } })],
} satisfies Operation;

export const foundHousehold = {
  ...write,
  summary: 'Found a household',
  description: 'The user becomes its owner. It has a grocery list and a meal plan, which all members share.',
  body: FoundHousehold,
  bodyExamples: { 'A household': { name: household.name } },
  responses: [json(201, 'The household', Household, examples)],
  errors: [nameRequired(), idInUse(), tooManyHouseholds()],
} satisfies Operation;

export const renameHousehold = {
  ...ofHousehold,
  summary: 'Rename a household',
  description: 'For its owner.',
  body: RenameHousehold,
  bodyExamples: { 'Another name': { name: 'Our flat' } },
  responses: [theHousehold],
  errors: [notAMember(), notTheOwner(), nameRequired()],
} satisfies Operation;

export const dissolveHousehold = {
  ...ofHousehold,
  summary: 'Dissolve a household',
  description:
    'For its owner. Its lists and plan end with it. With `keepCopies`, each member gets a copy of each list of the household that has items: that of the main list has the name of the household. A member who has 20 lists gets the items on their main list, which may then have up to 1,000; without room there, they get the lists that fit.',
  querystring: DissolveQuery,
  responses: [noContent('Dissolved')],
  errors: [notAMember(), notTheOwner()],
} satisfies Operation;

export const issueInvitation = {
  ...ofHousehold,
  ...hashesCode,
  summary: 'Invite to a household',
  description:
    'For all members. The code is valid for seven days; it is in this response only, because only a hash of it is stored.',
  body: IssueInvitation,
  bodyExamples: { 'For one person': { uses: 1 }, 'The default': {} },
  isBodyOptional: true,
  responses: [json(201, 'The invitation', IssuedInvitation, { 'An invitation': issued })],
  errors: [notAMember(), tooManyInvitations(), invitationIdInUse()],
} satisfies Operation;

export const revokeInvitation = {
  ...write,
  params: InvitationPath,
  summary: 'Revoke an invitation',
  description: 'For the owner, and for the member who issued it.',
  responses: [noContent('Revoked')],
  errors: [notAMember(), notTheOwner(), invitationNotFound()],
} satisfies Operation;

export const readInvitation = {
  ...common,
  ...hashesCode,
  kind: 'read',
  summary: 'Read what one would join',
  description: 'The same errors as for joining. Wrong codes are limited per user, per address, and in total.',
  params: InvitationCodePath,
  responses: [
    json(200, 'The household', InvitedTo, {
      'An invitation': { name: household.name, invitedBy: { name: 'Mia', avatar: null }, isMember: false },
    }),
  ],
  errors: invitationErrors,
} satisfies Operation;

export const joinHousehold = {
  ...write,
  ...hashesCode,
  summary: 'Join a household',
  description:
    "Joining again changes nothing. With `bringItems`, the unchecked items of the user's own list are moved to the household's; a request that is repeated with the same key completes that.",
  body: JoinHousehold,
  bodyExamples: {
    'With a code': { code: issued.code },
    "With the items of one's own list": { code: issued.code, bringItems: true },
  },
  responses: [
    json(200, 'The household', JoinedHousehold, {
      ...examples,
      'A household, with the items that were brought': {
        ...household,
        brought: {
          count: 1,
          left: 0,
          changeId: '8d9b4e02-6a7c-8f13-b5d2-0c1e3f5a7b9d',
          ingredientIds: ['019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e4f'],
        },
      },
    }),
  ],
  errors: invitationErrors,
} satisfies Operation;

export const endMembership = {
  ...write,
  params: HouseholdMemberPath,
  summary: 'Leave a household, or remove a member',
  description:
    'Members leave by themselves, which also revokes the open invitations that they have issued; the owner removes others, which revokes all. The access to lists and plan ends at once. With `keepCopy`, the member gets a copy of each list of the household that has items: that of the main list has the name of the household. A member who has 20 lists gets the items on their main list. If that has no room for them, the membership goes on.',
  querystring: EndMembershipQuery,
  responses: [noContent('Ended')],
  errors: [notAMember(), notTheOwner(), memberNotFound(), ownerCannotLeave(), groceryListRefusals.listFull()],
} satisfies Operation;

export const transferOwnership = {
  ...ofHousehold,
  summary: 'Make another member the owner',
  body: TransferOwnership,
  bodyExamples: { 'A member': { uid: household.members[1]?.uid ?? '' } },
  responses: [theHousehold],
  errors: [notAMember(), notTheOwner(), memberNotFound()],
} satisfies Operation;
