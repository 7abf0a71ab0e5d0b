import type { Profile, ProfileForm } from '../../../server/core/contracts/profile.ts';
import { useDraft } from '../../lib/use-draft.ts';

/** The values of the form that are stored as a draft. */
export interface ProfileDraft {
  username: string;
  email: string;
}

/** Never stored. */
export interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

/** All values of the form. */
export type ProfileValues = ProfileDraft & Passwords;

export const noPasswords: Passwords = { currentPassword: '', newPassword: '', confirmation: '' };

/** A new photo as a data URL; null to remove the photo, undefined to keep it. */
export type ChosenPhoto = string | null | undefined;

export const toDraft = ({ username, email }: Profile): ProfileDraft => ({ username, email: email ?? '' });

function parseDraft(stored: unknown): ProfileDraft | null | undefined {
  if (typeof stored !== 'object' || stored === null) return stored === null ? null : undefined;
  if (!('username' in stored) || typeof stored.username !== 'string') return undefined;
  if (!('email' in stored) || typeof stored.email !== 'string') return undefined;
  return { username: stored.username, email: stored.email };
}

/** Null until the user edits the profile. */
export const useProfileDraft = (uid: string) => useDraft<ProfileDraft | null>(`profile.${uid}`, null, parseDraft);

export const isChanged = (draft: ProfileDraft, profile: Profile): boolean => {
  const { username, email } = toDraft(profile);
  return draft.username !== username || draft.email !== email;
};

/** Whether the identity service has to change the account, which requires the current password. */
export const changesAccount = ({ email, newPassword }: ProfileValues, profile: Profile): boolean =>
  profile.hasPassword && (newPassword !== '' || email.trim() !== (profile.email ?? ''));

/** The request body. Users of another identity provider have no email or password here. */
export function toProfileForm(values: ProfileValues, photo: ChosenPhoto, profile: Profile): ProfileForm {
  const publicFields = { username: values.username.trim(), ...(photo !== undefined && { avatar: photo }) };
  if (!profile.hasPassword) return publicFields;
  const email = values.email.trim();
  if (!changesAccount(values, profile)) return { ...publicFields, email };
  const { currentPassword, newPassword } = values;
  return { ...publicFields, email, currentPassword, ...(newPassword !== '' && { newPassword }) };
}
