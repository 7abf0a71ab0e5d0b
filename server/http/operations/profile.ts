import { Profile, ProfileForm } from '../../contracts/profile.ts';
import { json, type Operation } from '../openapi/operation.ts';

const tag = 'Profile';

const profile: Profile = { username: 'Mia', email: 'mia@example.org', avatar: 'https://example.org/mia.webp' };

export const readProfile = {
  tag,
  summary: 'Read the profile',
  description: 'Before there is one, what the account says.',
  token: 'required',
  kind: 'read',
  answers: [json(200, 'The profile', Profile, { 'A profile': profile })],
} satisfies Operation;

export const saveProfile = {
  tag,
  summary: 'Change the profile',
  description: 'What is left out stays as it is.',
  token: 'required',
  kind: 'write',
  body: ProfileForm,
  bodyExamples: { 'Another name': { username: 'Mia B.' }, 'No picture': { avatar: null } },
  answers: [json(200, 'The profile as it became', Profile, { 'A profile': profile })],
  refusals: { 422: { USERNAME_REQUIRED: 'Username is required' } },
} satisfies Operation;
