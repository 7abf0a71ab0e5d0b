import { type Static, Type } from 'typebox';
import { profileLimits } from './limits.ts';
import { Timestamp } from './shared.ts';

export const Profile = Type.Object({
  username: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  avatar: Type.Union([Type.String(), Type.Null()], { description: 'Address of a picture' }),
  hasPassword: Type.Boolean({ description: 'False for an account that signs in with Google only' }),
  memberSince: Timestamp,
});
export type Profile = Static<typeof Profile>;

/** In base64, and with what stands before it. */
const mostOfAvatar = Math.ceil(profileLimits.picture / 3) * 4 + 30;

const password = (description: string) =>
  Type.Optional(Type.String({ maxLength: profileLimits.password, description }));

/** What is left out stays. */
export const ProfileForm = Type.Object(
  {
    username: Type.Optional(Type.String({ maxLength: profileLimits.username })),
    email: Type.Optional(Type.String({ maxLength: profileLimits.email })),
    avatar: Type.Optional(
      Type.Union([Type.String({ maxLength: mostOfAvatar }), Type.Null()], {
        description: 'A JPEG or WebP as a data URL, or the address of a picture; null for none',
      }),
    ),
    currentPassword: password('Needed for another email or password'),
    newPassword: password('Empty for the one that there is'),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ProfileForm = Static<typeof ProfileForm>;

export const AvatarPath = Type.Object({
  file: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.(jpeg|webp)$',
    description: 'The end of the address of an `avatar`',
  }),
});
