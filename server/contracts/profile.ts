import { type Static, Type } from 'typebox';
import { profileLimits } from './limits.ts';

export const Profile = Type.Object({
  username: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  avatar: Type.Union([Type.String(), Type.Null()], { description: 'Address of a picture' }),
});
export type Profile = Static<typeof Profile>;

export const ProfileForm = Type.Object(
  {
    username: Type.Optional(Type.String({ maxLength: profileLimits.username })),
    avatar: Type.Optional(Type.Union([Type.String({ maxLength: profileLimits.avatar }), Type.Null()])),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ProfileForm = Static<typeof ProfileForm>;
