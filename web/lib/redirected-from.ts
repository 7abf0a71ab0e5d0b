/** The path that redirected a visitor to the login, from the location's state. */
export const redirectedFrom = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined;
