import { withTimeout } from '../core/timing/with-timeout.ts';
import { type Identity, InvalidToken, type User } from '../identity/identity.ts';

export type TokenVerifier = Pick<Identity, 'cached' | 'verify' | 'watch'>;

/** The result of verifying a token; `unavailable` while the identity service does not respond. */
export type Verification =
  | { readonly kind: 'valid'; readonly user: User }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unavailable' };

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
