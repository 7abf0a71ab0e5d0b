import { type Static, Type } from 'typebox';
import { profileLimits } from './limits.ts';
import { Timestamp } from './shared.ts';
import { Role } from './staff.ts';

export const Profile = Type.Object({
  username: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  avatar: Type.Union([Type.String(), Type.Null()], { description: 'Address of a picture' }),
  hasPassword: Type.Boolean({ description: 'False for an account that signs in with Google only' }),
  memberSince: Timestamp,
  roles: Type.Optional(Type.Array(Role, { description: 'Absent without one' })),
});
export type Profile = Static<typeof Profile>;

/** Length of the largest picture as a data URL: base64 and its prefix. */
const maxAvatarLength = Math.ceil(profileLimits.picture / 3) * 4 + 30;

const password = (description: string) =>
  Type.Optional(Type.String({ maxLength: profileLimits.password, description }));

/** An omitted field stays unchanged. */
export const ProfileForm = Type.Object(
  {
    username: Type.Optional(Type.String({ maxLength: profileLimits.username })),
    email: Type.Optional(Type.String({ maxLength: profileLimits.email })),
    avatar: Type.Optional(
      Type.Union([Type.String({ maxLength: maxAvatarLength }), Type.Null()], {
        description: 'A JPEG or WebP as a data URL, or the address of a picture; null for none',
      }),
    ),
    currentPassword: password('Required to change the email or the password'),
    newPassword: password('Empty to keep the current one'),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ProfileForm = Static<typeof ProfileForm>;

export const AvatarPath = Type.Object({
  file: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.(jpeg|webp)$',
    description: 'The last segment of the address of an `avatar`',
  }),
});
