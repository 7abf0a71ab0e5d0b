import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { checkProfile } from './profile-check.ts';
import { noPasswords, type ProfileValues, toProfileForm } from './profile-draft.ts';

const profile: Profile = {
  ...{ username: 'Mia', email: 'mia@example.org', avatar: null, hasPassword: true },
  memberSince: '2026-10-01T18:40:00.000Z',
};
const ofGoogle = { ...profile, hasPassword: false };
const values = (more: Partial<ProfileValues> = {}): ProfileValues => ({
  ...{ username: ' Mia B. ', email: 'mia@example.org ', ...noPasswords },
  ...more,
});
const problems = (more: Partial<ProfileValues>, of = profile) =>
  Object.entries(checkProfile(values(more), of)).flatMap(([field, problem]) => (problem ? field : []));

describe('what is sent', () => {
  test('has a password only if the email or the password changes', () => {
    const passwords = { currentPassword: 'old', confirmation: 'new' };
    const common = { username: 'Mia B.', email: 'mia@example.org' };
    expect(toProfileForm(values(passwords), undefined, profile)).toEqual(common);
    const withPassword = { ...common, currentPassword: 'old', newPassword: 'new' };
    expect(toProfileForm(values({ ...passwords, newPassword: 'new' }), undefined, profile)).toEqual(withPassword);
    const moved = toProfileForm(values({ ...passwords, email: 'm@example.org' }), undefined, profile);
    expect(moved).toEqual({ ...common, email: 'm@example.org', currentPassword: 'old' });
  });

  test('has a photo only if it changes, and neither email nor password of another identity provider', () => {
    const own = values({ currentPassword: 'old', newPassword: 'new', email: 'm@example.org' });
    expect(toProfileForm(own, undefined, ofGoogle)).toEqual({ username: 'Mia B.' });
    expect(toProfileForm(own, null, ofGoogle)).toEqual({ username: 'Mia B.', avatar: null });
  });
});

test('the current password is needed for another email or password, and a new one twice', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ username: ' ', email: 'mia' })).toEqual(['username', 'email', 'currentPassword']);
  expect(problems({ email: 'm@example.org' })).toEqual(['currentPassword']);
  expect(problems({ newPassword: 'new', confirmation: 'new' })).toEqual(['currentPassword']);
  expect(problems({ currentPassword: 'old', newPassword: 'new', confirmation: 'knew' })).toEqual(['confirmation']);
  expect(problems({ confirmation: 'new' })).toEqual(['newPassword']);
  expect(problems({ email: '' }, ofGoogle)).toEqual([]);
});
