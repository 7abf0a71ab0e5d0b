import type { Profile, ProfileForm } from '../../../server/core/contracts/profile.ts';
import { useDraft } from '../../lib/use-draft.ts';

/** What is written in the form and may be kept in the tab. */
export interface ProfileDraft {
  username: string;
  email: string;
}

/** These are never kept anywhere. */
export interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

/** All that is written in the form. */
export type WrittenProfile = ProfileDraft & Passwords;

export const noPasswords: Passwords = { currentPassword: '', newPassword: '', confirmation: '' };

/** Another picture, a data URL; null for none, undefined for the one that there is. */
export type ChosenPhoto = string | null | undefined;

export const draftOf = ({ username, email }: Profile): ProfileDraft => ({ username, email: email ?? '' });

function parseDraft(stored: unknown): ProfileDraft | null | undefined {
  if (typeof stored !== 'object' || stored === null) return stored === null ? null : undefined;
  if (!('username' in stored) || typeof stored.username !== 'string') return undefined;
  if (!('email' in stored) || typeof stored.email !== 'string') return undefined;
  return { username: stored.username, email: stored.email };
}

/** Null as long as nothing is edited. */
export const useProfileDraft = (uid: string) => useDraft<ProfileDraft | null>(`profile.${uid}`, null, parseDraft);

export const isChanged = (draft: ProfileDraft, profile: Profile): boolean => {
  const { username, email } = draftOf(profile);
  return draft.username !== username || draft.email !== email;
};

/** Whether the identity service has to change something, which it does for whoever knows the current password. */
export const changesAccount = ({ email, newPassword }: WrittenProfile, profile: Profile): boolean =>
  profile.hasPassword && (newPassword !== '' || email.trim() !== (profile.email ?? ''));

/** As it is sent; without email and passwords where they are kept elsewhere. */
export function formOf(written: WrittenProfile, photo: ChosenPhoto, profile: Profile): ProfileForm {
  const shown = { username: written.username.trim(), ...(photo !== undefined && { avatar: photo }) };
  if (!profile.hasPassword) return shown;
  const email = written.email.trim();
  if (!changesAccount(written, profile)) return { ...shown, email };
  const { currentPassword, newPassword } = written;
  return { ...shown, email, currentPassword, ...(newPassword !== '' && { newPassword }) };
}
