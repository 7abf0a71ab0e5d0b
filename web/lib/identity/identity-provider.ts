import type { SavedSession } from './saved-session.ts';

/** What a password still lacks, each to be read after "Your password needs". */
export type PasswordRequirements = string[];

/** The identity service, once it is loaded. Its failures carry the provider's `code` (see `identity-errors.ts`). */
export interface Identity {
  /** The signed-in user's token, renewed when it is about to end or `fresh` is asked for; null when signed out. */
  token(options: { fresh: boolean }): Promise<string | null>;
  /**
   * Tells the session at once and at each sign-in, sign-out and renewed token. Resolves after the first time, also when
   * no token could be got then: without signal what was known before still holds.
   */
  onChange(listener: (session: SavedSession | null) => void): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  signInWithGoogle(): Promise<void>;
  register(username: string, email: string, password: string): Promise<SavedSession>;
  /** Asks for the account and a token anew: name, email and picture may be others by now. */
  reload(): Promise<void>;
  signOut(): Promise<void>;
  passwordRequirements(password: string): Promise<PasswordRequirements>;
}
