/** The user that a token proves. */
export interface User {
  readonly uid: string;
  readonly name?: string;
  readonly email?: string;
  readonly picture?: string;
  /** When the token ends, in ms since the epoch. */
  readonly expiresAt: number;
  /** When its session began, by the clock of the identity service, in ms since the epoch. */
  readonly signedInAt: number;
}

/** The identity port: tokens in, users out. */
export interface Identity {
  /** The user of a token verified earlier and still good; never waits. For hot paths, before `verify`. */
  cached(token: string): User | undefined;
  /** @throws InvalidToken for a missing signature, a past expiry or a revoked token; IdentityUnavailable */
  verify(token: string): Promise<User>;
  /** The accounts behind the tokens. */
  readonly accounts: Accounts;
  /**
   * Calls `onEnded` once: when a token that was verified has expired, or when its session was ended, by another password
   * or email, or with the account. @returns stops watching
   */
  watch(token: string, user: User, onEnded: () => void): () => void;
  /** The session of this token is about to change its account. What ends the others leaves it a minute to sign in again. */
  keep(token: string): void;
  /**
   * Sessions of this user may have ended; without a user, those of anybody in use. What has ended is found out at once;
   * without this call, within five seconds.
   */
  recheck(uid?: string): void;
  /** Where the browser finds its identity service; served to it as part of its configuration. */
  readonly browser: BrowserIdentity;
  /** Only with an emulator: where the calls of the browser's SDK are passed on to. */
  readonly emulator?: EmulatorUpstream;
  /** Resolves when tokens can be verified; rejects with one line that says what to do when they never will be. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** An account as the identity service keeps it. */
export interface Account {
  readonly email: string | null;
  /** False for whoever signs in with Google only: his email and password are kept there. */
  readonly hasPassword: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What is to be another one; what is left out stays. */
export interface AccountChange {
  readonly email?: string;
  readonly password?: string;
  /** The name and the picture that tokens tell. */
  readonly name?: string;
  /** An address with its scheme; null for none. */
  readonly picture?: string | null;
}

/** Accounts and their passwords, which are passed on and never kept. All throw IdentityUnavailable. */
export interface Accounts {
  read(uid: string): Promise<Account>;
  /** Whether one of these is the password of the account with this email. @throws AccountProblem after too many others */
  knowsPassword(uid: string, email: string, passwords: readonly string[]): Promise<boolean>;
  /**
   * All of the change or nothing. Another email or password ends all sessions of the account: who goes on signs in again.
   * @throws AccountProblem for what the service does not take
   */
  change(uid: string, change: AccountChange): Promise<void>;
}

/** What the Firebase SDK in the browser needs. With `emulator`, the SDK talks to the page's own origin. */
export interface BrowserIdentity {
  readonly apiKey: string;
  readonly projectId: string;
  readonly authDomain?: string;
  readonly emulator: boolean;
}

/** A Firebase Auth emulator. Whoever reaches it is its administrator, so its address stays on the server. */
export interface EmulatorUpstream {
  /**
   * What to put before a path, such as `http://127.0.0.1:41234/3f0c…`; another one after a restart.
   * @param waitMs how long to wait for a start that is under way
   * @throws IdentityUnavailable
   */
  base(waitMs: number): Promise<string>;
}

export class InvalidToken extends Error {
  readonly code = 'INVALID_TOKEN';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidToken';
  }
}

/** By this machine's clock. */
export class ExpiredToken extends InvalidToken {}

/** The identity service does not answer now. */
export class IdentityUnavailable extends Error {
  readonly code = 'IDENTITY_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IdentityUnavailable';
  }
}

export type AccountProblemCode =
  | 'EMAIL_IN_USE'
  | 'INVALID_EMAIL'
  | 'WEAK_PASSWORD'
  | 'TOO_MANY_ATTEMPTS'
  | 'ACCOUNT_GONE';

/** Why the identity service does not do what is asked of an account, in words for people. */
export class AccountProblem extends Error {
  readonly code: AccountProblemCode;
  constructor(code: AccountProblemCode, message: string) {
    super(message);
    this.name = 'AccountProblem';
    this.code = code;
  }
}
