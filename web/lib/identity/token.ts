/** The expiry of a JSON Web Token in ms since the epoch; 0 when it cannot be read. Verification is up to the server. */
export function tokenExpiry(token: string): number {
  const payload = token.split('.')[1];
  if (!payload) return 0;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const expiry: unknown = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof expiry === 'number' ? expiry * 1000 : 0;
  } catch {
    return 0;
  }
}

/** A token that expires within this time is renewed before it is sent, so that it does not expire in transit. */
const renewBeforeExpiryMs = 30_000;

export const isExpiring = (token: string): boolean => tokenExpiry(token) <= Date.now() + renewBeforeExpiryMs;
