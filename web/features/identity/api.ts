import type { Profile, ProfileForm } from '../../../server/core/contracts/profile.ts';
import { api } from '../../lib/api-client.ts';

/** The account exists by now and carries the name, so a profile that cannot be saved does not undo the registration. */
export async function saveProfile(form: ProfileForm): Promise<void> {
  try {
    await api.send<Profile>('PUT', '/users/profile', form);
  } catch (error) {
    reportError(error);
  }
}
