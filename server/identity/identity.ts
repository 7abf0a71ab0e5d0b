import type { SessionEnd } from '../core/contracts/shared.ts';

/** The user identified by a token. */
export interface User {
  readonly uid: string;
  readonly name?: string;
  readonly email?: string;
  readonly picture?: string;
  /** When the token expires, in ms since the epoch. */
  readonly expiresAt: number;
  /** When its session started, by the clock of the identity service, in ms since the epoch. */
  readonly signedInAt: number;
}

/** The identity port: tokens in, users out. */
export interface Identity {
  /** The user of a verified token that is still valid; synchronous. For hot paths, before `verify`. */
  cached(token: string): User | undefined;
  /** @throws InvalidToken for an invalid, expired or revoked token; IdentityUnavailable */
  verify(token: string): Promise<User>;
  /** The accounts behind the tokens. */
  readonly accounts: Accounts;
  /**
   * Calls `onEnded` once, when a verified token expires or its session ends because of a new password or email or the
   * account's deletion. @returns a function that stops watching
   */
  watch(token: string, user: User, onEnded: () => void): () => void;
  /**
   * Call it before this session changes its account: when the other sessions end, this one has a minute to sign in
   * again.
   */
  keepSession(token: string): void;
  /**
   * Checks immediately whether sessions of this user have ended; without a uid, the sessions of all users. Without this
   * call, ended sessions are detected within five seconds.
   */
  recheckSessions(uid?: string): void;
  /** How the browser connects to the identity service; part of the client's configuration. */
  readonly browser: BrowserIdentity;
  /** Only with an emulator: the upstream for the browser SDK's calls. */
  readonly emulator?: EmulatorUpstream;
  /** Resolves when tokens can be verified. Rejects when they never will be, with one line that says what to do. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** An account at the identity service. */
export interface Account {
  readonly email: string | null;
  /** False for users who sign in with Google only: Google manages their email and password. */
  readonly hasPassword: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** New values; omitted fields stay unchanged. */
export interface AccountChange {
  readonly email?: string;
  readonly password?: string;
  /** The display name in tokens. */
  readonly name?: string;
  /** The picture in tokens: a URL with its scheme, or null to remove it. */
  readonly picture?: string | null;
}

/** Accounts and their passwords, which are forwarded and never stored. All methods throw IdentityUnavailable. */
export interface Accounts {
  read(uid: string): Promise<Account>;
  /** The uid of the account with this email; undefined if there is none. */
  find(email: string): Promise<string | undefined>;
  /** Whether one of these is the account's password. @throws AccountProblem after too many wrong ones */
  checkPassword(uid: string, email: string, passwords: readonly string[]): Promise<boolean>;
  /**
   * Applies the whole change or nothing. A new email or password ends all sessions of the account, including the
   * caller's.
   * @throws AccountProblem when the service refuses the change
   */
  change(uid: string, change: AccountChange): Promise<void>;
}

/** Configuration of the Firebase SDK in the browser. With `emulator`, the SDK calls the page's own origin. */
export interface BrowserIdentity {
  readonly apiKey: string;
  readonly projectId: string;
  readonly authDomain?: string;
  readonly emulator: boolean;
}

/** A Firebase Auth emulator. Any client that can reach it is its administrator, so its address stays on the server. */
export interface EmulatorUpstream {
  /**
   * The base URL, such as `http://127.0.0.1:41234/3f0c…`; changes with each restart.
   * @param waitMs maximum wait for a start in progress
   * @throws IdentityUnavailable
   */
  base(waitMs: number): Promise<string>;
}

export class InvalidToken extends Error {
  readonly code = 'INVALID_TOKEN';
  /** Why the session has ended; undefined for what never was the token of one. */
  readonly reason: SessionEnd | undefined;
  constructor(
    message: string,
    { reason, ...options }: ErrorOptions & { readonly reason?: SessionEnd | undefined } = {},
  ) {
    super(message, options);
    this.name = 'InvalidToken';
    this.reason = reason;
  }
}

/** The token has expired by this machine's clock. */
export class ExpiredToken extends InvalidToken {
  constructor(message: string, options?: ErrorOptions) {
    super(message, { ...options, reason: 'expired' });
  }
}

/** The identity service does not respond. */
export class IdentityUnavailable extends Error {
  readonly code = 'IDENTITY_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IdentityUnavailable';
  }
}

/** Why the identity service refuses a request about an account, as shown to users. */
const accountMessages = {
  EMAIL_IN_USE: 'There is an account with this email already',
  INVALID_EMAIL: 'This is not a valid email address',
  WEAK_PASSWORD: 'Your new password needs at least 6 characters',
  TOO_MANY_ATTEMPTS: 'Too many attempts with a wrong password; please wait some minutes',
  ACCOUNT_GONE: 'This account does not exist any more',
};
export type AccountProblemCode = keyof typeof accountMessages;

export class AccountProblem extends Error {
  readonly code: AccountProblemCode;
  constructor(code: AccountProblemCode, message = accountMessages[code]) {
    super(message);
    this.name = 'AccountProblem';
    this.code = code;
  }
}
