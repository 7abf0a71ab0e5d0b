import { useState } from 'react';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { useForm } from '../../components/use-form.ts';
import { asServerSays, type Explanation } from '../../lib/failure-text.ts';
import { passwordProblem } from '../../lib/identity/session.ts';
import { useSaveProfile } from './api.ts';
import { checkProfile } from './profile-check.ts';
import {
  type ChosenPhoto,
  changesAccount,
  formOf,
  noPasswords,
  type ProfileDraft,
  type WrittenProfile,
} from './profile-draft.ts';
import { createSendingKey } from './sending-key.ts';

export interface ProfileFormOptions {
  uid: string;
  profile: Profile;
  draft: ProfileDraft;
  onChange: (draft: ProfileDraft) => void;
  photo: ChosenPhoto;
  /** @param saidSo what to tell about what was saved */
  onSaved: (saidSo: string) => void;
}

export function useProfileForm({ uid, profile, draft, onChange, photo, onSaved }: ProfileFormOptions) {
  const [passwords, setPasswords] = useState(noPasswords);
  const [sending] = useState(createSendingKey);
  const save = useSaveProfile(uid);
  const written: WrittenProfile = { ...draft, ...passwords };

  const form = useForm({
    draft: written,
    onChange: ({ username, email, ...typed }) => {
      onChange({ username, email });
      setPasswords(typed);
    },
    check: (now) => checkProfile(now, profile),
    send: async () => {
      const sent = formOf(written, photo, profile);
      await save.mutateAsync({
        form: sent,
        ofAccount: changesAccount(written, profile),
        key: sending.keyFor(JSON.stringify(sent)),
      });
      sending.answered();
      onSaved(sent.newPassword ? 'Your profile and your new password are saved.' : 'Your profile is saved.');
    },
    explain: (error) => explain(error, written),
  });
  return { form, passwords };
}

async function explain(error: unknown, { newPassword }: WrittenProfile): Promise<Explanation> {
  const { text, field } = asServerSays('Failed to update profile')(error);
  return { text: (field === 'newPassword' && (await passwordProblem(newPassword))) || text, field };
}
