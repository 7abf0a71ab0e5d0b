import { withTimeout } from '../core/timing/with-timeout.ts';
import { type Identity, InvalidToken, type User } from '../identity/identity.ts';

export type TokenVerifier = Pick<Identity, 'cached' | 'verify' | 'watch'>;

/** The result of verifying a token; `unavailable` while the identity service does not respond. */
export type Verification =
  | { readonly kind: 'valid'; readonly user: User }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unavailable' };

/** A user's households, as they were read. */
export interface ReadMemberships {
  readonly uid: string;
  readonly householdIds: readonly string[];
  /** The number of the last change before the read began. */
  readonly after: number;
}

/** A verified token, with the households of its user. */
export type Verified =
  | { readonly kind: 'valid'; readonly user: User; readonly memberships: ReadMemberships }
  | Exclude<Verification, { kind: 'valid' }>;

const timeoutMs = 2_000;

/** Never rejects; resolves within 2 s. */
export async function verifyToken(identity: TokenVerifier, token: string): Promise<Verification> {
  try {
    const user = identity.cached(token) ?? (await withTimeout(identity.verify(token), timeoutMs));
    return { kind: 'valid', user };
  } catch (error) {
    return { kind: error instanceof InvalidToken ? 'invalid' : 'unavailable' };
  }
}
