let isLive = false;
/** When the live connection was lost; 0 before the first one. */
let lostAt = 0;

export function recordLive(isNow: boolean): void {
  if (isLive && !isNow) lostAt = Date.now();
  isLive = isNow;
}

/** When what was fetched before was last known to be current: now while the connection is live. In ms since the epoch. */
export const lastLiveTime = (): number => (isLive ? Date.now() : lostAt);
