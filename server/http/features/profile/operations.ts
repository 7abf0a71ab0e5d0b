import { AvatarsUnavailable } from '../../../avatars/avatars.ts';
import { AvatarPath, Profile, ProfileForm } from '../../../core/contracts/profile.ts';
import { profileRefusals } from '../../../core/domain/profile/refusals.ts';
import { AccountProblem } from '../../../identity/identity.ts';
import { bytes, json, type Operation } from '../../openapi/operation.ts';
import { currentPasswordRequired, noPassword, wrongPassword } from './account-change.ts';

const tag = 'Profile';

const profile: Profile = {
  username: 'Mia',
  email: 'mia@example.org',
  avatar: '/api/avatars/5d0c9a4e-7b2f-8c61-9a3d-1e4f6b8c0d2a.webp',
  hasPassword: true,
  memberSince: '2026-11-16T09:00:00.000Z',
};

const avatarsUnavailable = new AvatarsUnavailable('');

export const readProfile = {
  tag,
  summary: 'Read the profile',
  description: 'Before there is one, what the account says.',
  token: 'required',
  kind: 'read',
  responses: [json(200, 'The profile', Profile, { 'A profile': profile })],
} satisfies Operation;

export const saveProfile = {
  tag,
  summary: 'Change the profile',
  description:
    'What is left out stays as it is. A picture that is sent along has 100 kB and 512 × 512 pixels at most; only what is needed to draw it is kept. Another email or password needs the current password, and ends all sessions of the account: whoever changed it signs in again.',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  body: ProfileForm,
  bodyExamples: {
    'Another name': { username: 'Mia B.' },
    'A picture': { avatar: 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA' },
    'No picture': { avatar: null },
    'Another password': { currentPassword: 'butter and salt', newPassword: 'salt and butter' },
  },
  responses: [json(200, 'The profile as it became', Profile, { 'A profile': profile })],
  errors: [
    currentPasswordRequired(),
    wrongPassword(),
    new AccountProblem('EMAIL_IN_USE'),
    noPassword(),
    profileRefusals.usernameRequired(),
    new AccountProblem('INVALID_EMAIL'),
    new AccountProblem('WEAK_PASSWORD'),
    new AccountProblem('TOO_MANY_ATTEMPTS'),
    avatarsUnavailable,
  ],
} satisfies Operation;

export const readAvatar = {
  tag,
  summary: 'Read a picture that somebody uploaded',
  description: 'An address stands for one picture, which never changes: it may be kept for good.',
  token: 'optional',
  params: AvatarPath,
  responses: [bytes(200, 'The picture', ['image/webp', 'image/jpeg'])],
  errors: [avatarsUnavailable],
} satisfies Operation;
