import { AvatarsUnavailable } from '../../../avatars/avatars.ts';
import { AvatarPath, Profile, ProfileForm } from '../../../core/contracts/profile.ts';
import { profileRefusals } from '../../../core/domain/profile/refusals.ts';
import { AccountProblem } from '../../../identity/identity.ts';
import { bytes, json, type Operation } from '../../openapi/operation.ts';
import { fetchingTooFast } from '../../plugins/rate-limit.ts';
import { suspended } from '../../plugins/suspended.ts';
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
  description: 'Until it is saved for the first time, it has the name, email and photo of the account.',
  token: 'required',
  kind: 'read',
  responses: [json(200, 'The profile', Profile, { 'A profile': profile })],
} satisfies Operation;

export const saveProfile = {
  tag,
  summary: 'Change the profile',
  description:
    'Omitted fields stay unchanged. An uploaded picture may have at most 100 kB and 512 × 512 pixels; its metadata is removed. A new email or password requires the current password, and ends all sessions of the account, including this one. Suspended members cannot change their name or picture.',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  // The form also changes the email and the password: the route refuses another name or picture.
  isOpenToSuspended: true,
  body: ProfileForm,
  bodyExamples: {
    'Another name': { username: 'Mia B.' },
    'A picture': { avatar: 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA' },
    'No picture': { avatar: null },
    'Another password': { currentPassword: 'butter and salt', newPassword: 'salt and butter' },
  },
  responses: [json(200, 'The changed profile', Profile, { 'A profile': profile })],
  errors: [
    currentPasswordRequired(),
    wrongPassword(),
    new AccountProblem('EMAIL_IN_USE'),
    noPassword(),
    profileRefusals.usernameRequired(),
    new AccountProblem('INVALID_EMAIL'),
    new AccountProblem('WEAK_PASSWORD'),
    new AccountProblem('TOO_MANY_ATTEMPTS'),
    suspended({ reason: 'Spam', until: null }),
    avatarsUnavailable,
    fetchingTooFast(60_000),
  ],
} satisfies Operation;

export const readAvatar = {
  tag,
  summary: 'Read an uploaded picture',
  description: 'The picture at an address never changes, so it may be cached forever.',
  token: 'optional',
  params: AvatarPath,
  responses: [bytes(200, 'The picture', ['image/webp', 'image/jpeg'])],
  errors: [avatarsUnavailable],
} satisfies Operation;
