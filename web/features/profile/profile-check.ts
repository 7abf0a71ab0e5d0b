import type { Profile } from '../../../server/contracts/profile.ts';
import { emailProblem, missing } from '../../lib/field-checks.ts';
import { changesAccount, type Passwords, type ProfileDraft } from './profile-draft.ts';

export type ProfileField = 'username' | 'email' | 'current' | 'new' | 'confirmation';
export type ProfileErrors = Partial<Record<ProfileField, string>>;

/** What is wrong with the form, by field. */
export function checkProfile(draft: ProfileDraft, passwords: Passwords, profile: Profile): ProfileErrors {
  const found: Record<ProfileField, string | undefined> = {
    username: missing(draft.username, 'Enter a username'),
    email: profile.hasPassword ? emailProblem(draft.email) : undefined,
    current:
      changesAccount(draft, passwords, profile) && passwords.current === '' ? 'Enter your current password' : undefined,
    new: passwords.new === '' && passwords.confirmation !== '' ? 'Enter your new password here, too' : undefined,
    confirmation:
      passwords.new !== '' && passwords.new !== passwords.confirmation ? 'New passwords do not match' : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined));
}

/** The field that a refusal of the server is about. */
export const refusedField: Readonly<Record<string, ProfileField>> = {
  USERNAME_REQUIRED: 'username',
  EMAIL_IN_USE: 'email',
  INVALID_EMAIL: 'email',
  CURRENT_PASSWORD_REQUIRED: 'current',
  WRONG_PASSWORD: 'current',
  WEAK_PASSWORD: 'new',
};
