import { type Static, Type } from 'typebox';
import { profileLimits } from './limits.ts';
import { Uid } from './shared.ts';

/** A person as others see them. */
export const Person = Type.Object({
  uid: Uid,
  name: Type.String(),
  avatar: Type.Union([Type.String({ description: 'The address of a picture' }), Type.Null()]),
});
export type Person = Static<typeof Person>;

export const PeopleQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: profileLimits.username,
      description: 'The beginning of a name, or of a word in it, in any case. Blank: nobody',
      examples: ['mi'],
    }),
  ),
});

export const People = Type.Object({ items: Type.Array(Person) });
export type People = Static<typeof People>;

/** A person's page. */
export const PersonProfile = Type.Object({
  ...Person.properties,
  followerCount: Type.Integer({ minimum: 0 }),
  followingCount: Type.Integer({ minimum: 0 }),
  hasPublished: Type.Boolean({
    description: 'Whether there is a post, a comment or a recipe of theirs, so that others can follow them',
  }),
  followedByMe: Type.Optional(Type.Boolean({ description: 'Present for a signed-in user' })),
});
export type PersonProfile = Static<typeof PersonProfile>;

export const PersonPath = Type.Object({ uid: Uid });
