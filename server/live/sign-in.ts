import { withinTime } from '../core/timing/within-time.ts';
import { type Identity, InvalidToken, type User } from '../identity/identity.ts';

export type TokenVerifier = Pick<Identity, 'cached' | 'verify' | 'watch'>;

/** What a token proves; `unknown` while the identity service does not answer. */
export type Verdict =
  | { readonly kind: 'good'; readonly user: User }
  | { readonly kind: 'bad' }
  | { readonly kind: 'unknown' };

/** Never rejects, and answers within `patienceMs`. */
export async function judge(identity: TokenVerifier, token: string, patienceMs: number): Promise<Verdict> {
  try {
    const user = identity.cached(token) ?? (await withinTime(identity.verify(token), patienceMs));
    return { kind: 'good', user };
  } catch (error) {
    return { kind: error instanceof InvalidToken ? 'bad' : 'unknown' };
  }
}
