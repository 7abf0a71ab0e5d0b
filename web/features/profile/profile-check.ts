import type { Profile } from '../../../server/core/contracts/profile.ts';
import { emailProblem, type FieldErrors, requiredProblem } from '../../lib/field-checks.ts';
import { changesAccount, type ProfileValues } from './profile-draft.ts';

export function checkProfile(values: ProfileValues, profile: Profile): FieldErrors<ProfileValues> {
  const { username, email, currentPassword, newPassword, confirmation } = values;
  return {
    username: requiredProblem(username, 'Enter a username'),
    email: profile.hasPassword ? emailProblem(email) : undefined,
    currentPassword:
      changesAccount(values, profile) && currentPassword === '' ? 'Enter your current password' : undefined,
    newPassword: newPassword === '' && confirmation !== '' ? 'Enter your new password here, too' : undefined,
    confirmation: newPassword !== '' && newPassword !== confirmation ? 'New passwords do not match' : undefined,
  };
}
