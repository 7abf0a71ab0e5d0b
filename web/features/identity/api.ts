import type { Profile, ProfileForm } from '../../../server/core/contracts/profile.ts';
import { api } from '../../lib/api-client.ts';

/** The account already exists and has the name, so a failure to save the profile does not fail the registration. */
export async function saveProfile(form: ProfileForm): Promise<void> {
  try {
    await api.send<Profile>('PUT', '/users/profile', form);
  } catch (error) {
    reportError(error);
  }
}
