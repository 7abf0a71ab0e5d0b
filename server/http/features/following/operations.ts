import { PostPage } from '../../../core/contracts/community.ts';
import { FollowForm, Following } from '../../../core/contracts/following.ts';
import { followingLimits } from '../../../core/contracts/limits.ts';
import { People, type Person, PersonPath } from '../../../core/contracts/people.ts';
import { PageQuery } from '../../../core/contracts/shared.ts';
import { followingRefusals } from '../../../core/domain/following/refusals.ts';
import { cursor, mia, post } from '../../openapi/examples.ts';
import { json, type Operation } from '../../openapi/operation.ts';

const tag = 'Community';
const person: Person = { ...mia, avatar: null };

export const readFollowing = {
  tag,
  summary: 'Read whom the user follows',
  description: `At most ${followingLimits.people} people. Nobody else can read it: others see only how many they are.`,
  token: 'required',
  kind: 'read',
  responses: [json(200, 'Whom the user follows', Following, { 'Followed people': { revision: '4', items: [person] } })],
} satisfies Operation;

export const followPerson = {
  tag,
  summary: 'Follow a person, or stop following them',
  description:
    'One can follow those who have a post, a comment or a recipe. Their posts are in `GET /following/posts`.',
  token: 'required',
  kind: 'write',
  limit: 'liking',
  params: PersonPath,
  body: FollowForm,
  bodyExamples: { Follow: { following: true }, Unfollow: { following: false } },
  responses: [
    json(200, 'Whether the user follows the person now', FollowForm, { 'They follow them': { following: true } }),
  ],
  errors: [followingRefusals.oneself(), followingRefusals.nothingPublished(), followingRefusals.full()],
} satisfies Operation;

export const readFollowedPosts = {
  tag,
  summary: 'Read the posts of those whom the user follows',
  description: 'Newest first, each as in `GET /community`.',
  token: 'required',
  kind: 'read with ETag',
  querystring: PageQuery,
  responses: [json(200, 'A page of posts', PostPage, { 'A page': { items: [post], nextCursor: cursor } })],
} satisfies Operation;

export const suggestPeople = {
  tag,
  summary: 'Suggest people to follow',
  description: `The authors of the newest posts and recipes whom the user does not follow, at most ${followingLimits.suggested}.`,
  token: 'required',
  kind: 'read',
  responses: [json(200, 'The people', People, { Suggestions: { items: [person] } })],
} satisfies Operation;
