import { communityLimits } from '../../../core/contracts/limits.ts';
import { People, PeopleQuery, type Person, PersonPath, PersonProfile } from '../../../core/contracts/people.ts';
import { mia } from '../../openapi/examples.ts';
import { json, type Operation } from '../../openapi/operation.ts';

const person: Person = { ...mia, avatar: null };

export const findPeople = {
  tag: 'Community',
  summary: 'Find people by name',
  description: `Those who have a post, a comment on a post or a recipe, at most ${communityLimits.suggestedPeople}, for example to mention them.`,
  token: 'required',
  kind: 'read',
  querystring: PeopleQuery,
  responses: [json(200, 'The people', People, { Found: { items: [person] } })],
} satisfies Operation;

export const readPerson = {
  tag: 'Community',
  summary: 'Read who a person is',
  description: 'Their posts: `GET /community?author=`. Their public playlists: `GET /playlists/{userId}`.',
  token: 'optional',
  kind: 'read',
  params: PersonPath,
  responses: [
    json(200, 'The person', PersonProfile, {
      'A person': { ...person, followerCount: 12, followingCount: 4, hasPublished: true, followedByMe: false },
    }),
  ],
} satisfies Operation;
