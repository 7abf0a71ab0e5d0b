import { Refusal } from '../refusal.ts';

export const profileRefusals = {
  usernameRequired: () => new Refusal('invalid', 'USERNAME_REQUIRED', 'Username is required', 'username'),
};
