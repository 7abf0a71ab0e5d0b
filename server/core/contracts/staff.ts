import { type Static, Type } from 'typebox';
import { Why } from './audit.ts';
import { Timestamp, Uid } from './shared.ts';

export const Role = Type.Union([Type.Literal('operator'), Type.Literal('moderator')], {
  description: 'Operators read and verify the log, and rebuild read models. Moderators decide about what users report.',
});

export const RolePath = Type.Object({ uid: Uid, role: Role });

export const GrantBody = Type.Object({
  email: Type.String({ maxLength: 320, examples: ['mia@example.org'] }),
  role: Role,
});

export const AccountQuery = Type.Object(
  {
    email: { ...GrantBody.properties.email, description: 'Of their account' },
    why: Why,
  },
  { additionalProperties: false },
);
export const Account = Type.Object({ uid: Uid });
export type Account = Static<typeof Account>;

const StaffMember = Type.Object({
  uid: Uid,
  /** Null: the user has no profile. */
  name: Type.Union([Type.String(), Type.Null()]),
  roles: Type.Array(
    Type.Object({
      role: Role,
      since: Timestamp,
      by: Type.String({
        description: 'Who granted it: a user id, or `potluck-machine` for the command on the machine',
      }),
    }),
  ),
});
export const Staff = Type.Object({ items: Type.Array(StaffMember) });
export type Staff = Static<typeof Staff>;
