import { useState } from 'react';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { useForm } from '../../components/use-form.ts';
import { type Explanation, explainFailure } from '../../lib/failure-text.ts';
import { createIdempotencyKeys } from '../../lib/idempotency-keys.ts';
import { passwordProblem } from '../../lib/identity/session.ts';
import { useSaveProfile } from './api.ts';
import { checkProfile } from './profile-check.ts';
import {
  type ChosenPhoto,
  changesAccount,
  noPasswords,
  type ProfileDraft,
  type ProfileValues,
  toProfileForm,
} from './profile-draft.ts';

export interface ProfileFormOptions {
  uid: string;
  profile: Profile;
  draft: ProfileDraft;
  onChange: (draft: ProfileDraft) => void;
  photo: ChosenPhoto;
  /** @param message the confirmation to show */
  onSaved: (message: string) => void;
}

export function useProfileForm({ uid, profile, draft, onChange, photo, onSaved }: ProfileFormOptions) {
  const [passwords, setPasswords] = useState(noPasswords);
  // In memory only, unlike those of other forms, because this one contains passwords.
  const [idempotencyKeys] = useState(createIdempotencyKeys);
  const save = useSaveProfile(uid);
  const values: ProfileValues = { ...draft, ...passwords };

  const form = useForm({
    draft: values,
    onChange: ({ username, email, ...changedPasswords }) => {
      onChange({ username, email });
      setPasswords(changedPasswords);
    },
    check: (current) => checkProfile(current, profile),
    send: async () => {
      const body = toProfileForm(values, photo, profile);
      await save.mutateAsync({
        form: body,
        changesCredentials: changesAccount(values, profile),
        key: idempotencyKeys.keyFor(JSON.stringify(body)),
      });
      idempotencyKeys.markResponded();
      onSaved(body.newPassword ? 'Your profile and your new password are saved.' : 'Your profile is saved.');
    },
    explain: (error) => explain(error, values),
  });
  return { form, passwords };
}

async function explain(error: unknown, { newPassword }: ProfileValues): Promise<Explanation> {
  const { text, field } = explainFailure('Failed to update profile')(error);
  return { text: (field === 'newPassword' && (await passwordProblem(newPassword))) || text, field };
}
