import { type Static, Type } from 'typebox';
import { Person } from './people.ts';
import { Revision } from './shared.ts';

/** Whom a user follows. */
export const Following = Type.Object({
  revision: Revision,
  items: Type.Array(Person, { description: 'The last one that the user followed comes first' }),
});
export type Following = Static<typeof Following>;

export const FollowForm = Type.Object(
  { following: Type.Boolean({ description: 'Whether the user follows the person from now on' }) },
  { additionalProperties: false },
);
export type FollowForm = Static<typeof FollowForm>;
