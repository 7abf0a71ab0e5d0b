import type { SavedSession } from './saved-session.ts';

/** Requirements that a password does not meet, each phrased to follow "Your password needs". */
export type PasswordRequirements = string[];

/** The loaded identity service. Its errors carry the provider's `code` (see `identity-errors.ts`). */
export interface Identity {
  /** The user's token, renewed when it is about to expire or when `fresh` is set; null when signed out. */
  token(options: { fresh: boolean }): Promise<string | null>;
  /**
   * Calls the listener with the session at once, and after each sign-in, sign-out and token renewal. Resolves after the
   * first attempt, even if it got no token: offline, the saved session stays valid.
   */
  onChange(listener: (session: SavedSession | null) => void): Promise<void>;
  signIn(email: string, password: string): Promise<SavedSession>;
  signInWithGoogle(): Promise<SavedSession>;
  register(username: string, email: string, password: string): Promise<SavedSession>;
  /** Fetches the account and a new token, as the name, email or picture may have changed. */
  reload(): Promise<void>;
  signOut(): Promise<void>;
  /** Whether emails are sent. Otherwise they are printed for the person who runs Potluck. */
  readonly sendsEmail: boolean;
  /** Sends a link to `/reset-password`. Does not reveal whether the address has an account. */
  requestPasswordReset(email: string): Promise<void>;
  /** The address of the account, by the code of a link. */
  emailOfPasswordReset(code: string): Promise<string>;
  resetPassword(code: string, password: string): Promise<void>;
  passwordRequirements(password: string): Promise<PasswordRequirements>;
}
