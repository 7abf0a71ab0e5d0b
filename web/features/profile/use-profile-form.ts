import { useRef, useState } from 'react';
import type { Profile } from '../../../server/contracts/profile.ts';
import { useSubmission } from '../../components/use-submission.ts';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { focusFirstInvalid } from '../../lib/focus-first-invalid.ts';
import { passwordProblem } from '../../lib/identity/session.ts';
import { useSaveProfile } from './api.ts';
import { checkProfile, type ProfileErrors, type ProfileField, refusedField } from './profile-check.ts';
import {
  type ChosenPhoto,
  changesAccount,
  formOf,
  noPasswords,
  type Passwords,
  type ProfileDraft,
} from './profile-draft.ts';

export interface ProfileFormOptions {
  uid: string;
  profile: Profile;
  draft: ProfileDraft;
  photo: ChosenPhoto;
  /** @param saidSo what to tell about what was saved */
  onSaved: (saidSo: string) => void;
}

/** Checks and sends the form. Whatever fails, what was written stays in its fields. */
export function useProfileForm({ uid, profile, draft, photo, onSaved }: ProfileFormOptions) {
  const [passwords, setPasswords] = useState(noPasswords);
  const [checked, setChecked] = useState(false);
  /** What the server has refused, as long as it stays as it was. */
  const [refused, setRefused] = useState<{ field: ProfileField; value: string; why: string }>();
  const form = useRef<HTMLFormElement>(null);
  const keyOf = useSendingKey();
  const save = useSaveProfile(uid);

  const values: Record<ProfileField, string> = { ...draft, ...passwords };
  const problems: ProfileErrors = {
    ...(refused && values[refused.field] === refused.value && { [refused.field]: refused.why }),
    ...checkProfile(draft, passwords, profile),
  };

  const tell = async (error: unknown): Promise<string | undefined> => {
    const text = failureText(error, 'Failed to update profile');
    const field = error instanceof ApiError ? refusedField[error.code] : undefined;
    if (!field) return text;
    const why = field === 'new' ? ((await passwordProblem(passwords.new)) ?? text) : text;
    setRefused({ field, value: values[field], why });
    return focusFirstInvalid(form);
  };

  const { submit, busy, failure } = useSubmission(async () => {
    setChecked(true);
    if (Object.keys(checkProfile(draft, passwords, profile)).length > 0) return focusFirstInvalid(form);
    const sent = formOf(draft, passwords, photo, profile);
    const ofAccount = changesAccount(draft, passwords, profile);
    try {
      await save.mutateAsync({ form: sent, ofAccount, key: keyOf(JSON.stringify(sent)) });
    } catch (error) {
      return tell(error);
    }
    onSaved(sent.newPassword ? 'Your profile and your new password are saved.' : 'Your profile is saved.');
    return undefined;
  });

  const setPassword = (name: keyof Passwords) => (value: string) => setPasswords((now) => ({ ...now, [name]: value }));
  return { form, submit, busy, failure, passwords, setPassword, errors: checked ? problems : {} };
}

/**
 * The same form goes out under the same idempotency key again. In memory alone, unlike for other forms: this one holds
 * passwords.
 */
function useSendingKey() {
  const last = useRef({ written: '', key: '' });
  return (written: string): string => {
    if (last.current.written !== written) last.current = { written, key: crypto.randomUUID() };
    return last.current.key;
  };
}
