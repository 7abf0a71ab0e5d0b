/**
 * Projections that cannot be paused: `accesses` shows people who has read their data, `staff` grants roles, and `households`
 * removes former members from live rooms.
 */
export const neverPaused: readonly string[] = ['accesses', 'staff', 'households'];
