import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Profile, ProfileForm } from '../../../server/core/contracts/profile.ts';
import { api } from '../../lib/api-client.ts';
import { followLive } from '../../lib/follow-live.ts';
import { currentUid, signIn, updateUser } from '../../lib/identity/session.ts';
import { queryClient } from '../../lib/query-client.ts';

const profileKey = (uid: string) => ['profile', uid] as const;

export const profileQuery = (uid: string) =>
  queryOptions({
    queryKey: profileKey(uid),
    queryFn: async ({ signal }) => (await api.get<Profile>('/users/profile', { signal })).data,
    meta: { reader: uid },
  });

export interface SentProfile {
  form: ProfileForm;
  /** Whether the email or password changes, which ends all sessions including this one. */
  changesCredentials: boolean;
  key: string;
}

/** Saves the profile and keeps the user signed in. */
export function useSaveProfile(uid: string) {
  return useMutation({
    mutationFn: async ({ form, changesCredentials, key }: SentProfile) => {
      const { data } = await api.send<Profile>('PUT', '/users/profile', form, { idempotencyKey: key });
      if (changesCredentials) await signInAgain(data, form);
      return data;
    },
    onSuccess: (profile) => {
      const { username: name, email, avatar: photoURL } = profile;
      queryClient.setQueryData(profileKey(uid), profile);
      if (currentUid() === uid) updateUser({ name, email, photoURL });
    },
  });
}

/** If this fails, the profile stays saved, and the user has to log in once the client detects the ended session. */
async function signInAgain({ email }: Profile, { currentPassword, newPassword }: ProfileForm): Promise<void> {
  try {
    await signIn(email ?? '', newPassword || (currentPassword ?? ''));
  } catch (error) {
    reportError(error);
  }
}

/** From the first call on, fetches the profile again when another device has changed it. */
export const followProfile = followLive((message) => {
  if (message.kind !== 'person.changed' || message.uid !== currentUid()) return;
  const queryKey = profileKey(message.uid);
  const cached = queryClient.getQueryData<Profile>(queryKey);
  if (cached?.username === message.name && cached.avatar === message.avatar) return;
  queryClient.invalidateQueries({ queryKey }).catch(reportError);
});
