/** When a JSON Web Token ends, in ms since the epoch; 0 when that cannot be read. Not a verification: the server does that. */
export function tokenEnd(token: string): number {
  const payload = token.split('.')[1];
  if (!payload) return 0;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const end: unknown = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof end === 'number' ? end * 1000 : 0;
  } catch {
    return 0;
  }
}
