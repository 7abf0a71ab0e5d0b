import type { Profile } from '../../../server/core/contracts/profile.ts';
import { emailProblem, type FieldErrors, missing } from '../../lib/field-checks.ts';
import { changesAccount, type WrittenProfile } from './profile-draft.ts';

export function checkProfile(written: WrittenProfile, profile: Profile): FieldErrors<WrittenProfile> {
  const { username, email, currentPassword, newPassword, confirmation } = written;
  return {
    username: missing(username, 'Enter a username'),
    email: profile.hasPassword ? emailProblem(email) : undefined,
    currentPassword:
      changesAccount(written, profile) && currentPassword === '' ? 'Enter your current password' : undefined,
    newPassword: newPassword === '' && confirmation !== '' ? 'Enter your new password here, too' : undefined,
    confirmation: newPassword !== '' && newPassword !== confirmation ? 'New passwords do not match' : undefined,
  };
}
