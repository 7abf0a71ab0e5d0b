import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Profile, ProfileForm } from '../../../server/core/contracts/profile.ts';
import { api } from '../../lib/api-client.ts';
import { currentUid, signIn, userChanged } from '../../lib/identity/session.ts';
import { onLive } from '../../lib/live.ts';
import { queryClient } from '../../lib/query-client.ts';

const profileKey = (uid: string) => ['profile', uid] as const;

export const profileQuery = (uid: string) =>
  queryOptions({
    queryKey: profileKey(uid),
    queryFn: async ({ signal }) => (await api.get<Profile>('/users/profile', { signal })).data,
  });

export interface SentProfile {
  form: ProfileForm;
  /** Whether email or password is another one: that ends all sessions, this one too. */
  ofAccount: boolean;
  key: string;
}

/** Saves the profile, and stays signed in. */
export function useSaveProfile(uid: string) {
  return useMutation({
    mutationFn: async ({ form, ofAccount, key }: SentProfile) => {
      const { data } = await api.send<Profile>('PUT', '/users/profile', form, { idempotencyKey: key });
      if (ofAccount) await enterAgain(data, form);
      return data;
    },
    onSuccess: (profile) => {
      const { username: name, email, avatar: photoURL } = profile;
      queryClient.setQueryData(profileKey(uid), profile);
      if (currentUid() === uid) userChanged({ name, email, photoURL });
    },
  });
}

/** What was saved stays saved: where this fails, one logs in again when the old session is found to have ended. */
async function enterAgain({ email }: Profile, { currentPassword, newPassword }: ProfileForm): Promise<void> {
  try {
    await signIn(email ?? '', newPassword || (currentPassword ?? ''));
  } catch (error) {
    reportError(error);
  }
}

let following = false;

/** From the first call on the profile is read again when it was changed at another device. */
export function followProfile(): void {
  if (following) return;
  following = true;
  onLive((message) => {
    if (message.kind !== 'person.changed' || message.uid !== currentUid()) return;
    const queryKey = profileKey(message.uid);
    const known = queryClient.getQueryData<Profile>(queryKey);
    if (known?.username === message.name && known.avatar === message.avatar) return;
    queryClient.invalidateQueries({ queryKey }).catch(reportError);
  });
}
