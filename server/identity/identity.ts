/** Who somebody is, as his token proves it. */
export interface User {
  readonly uid: string;
  readonly name?: string;
  readonly email?: string;
  readonly picture?: string;
  /** When the token ends, in ms since the epoch. */
  readonly expiresAt: number;
}

/** The identity port: tokens in, users out. */
export interface Identity {
  /** The user of a token verified earlier and still good; never waits. For hot paths, before `verify`. */
  cached(token: string): User | undefined;
  /** @throws InvalidToken for a missing signature, a past expiry or a revoked token; IdentityUnavailable */
  verify(token: string): Promise<User>;
  /** Where the browser finds its identity service; served to it as part of its configuration. */
  readonly browser: BrowserIdentity;
  /** Only with an emulator: where the calls of the browser's SDK are passed on to. */
  readonly emulator?: EmulatorUpstream;
  /** Resolves when tokens can be verified; rejects with one line that says what to do when they never will be. */
  ready(): Promise<void>;
  close(): Promise<void>;
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

/** The identity service does not answer now. */
export class IdentityUnavailable extends Error {
  readonly code = 'IDENTITY_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IdentityUnavailable';
  }
}
