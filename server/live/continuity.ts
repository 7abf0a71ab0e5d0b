import type { Delivery } from './connection.ts';

/**
 * Without a delivery from another gateway for this many heartbeats of this one, that one may have died, and later it is
 * forgotten. Heartbeats are counted, not time, so that neither a pause of this process nor a changed clock makes the
 * others look dead.
 */
const silentHeartbeats = { dead: 6, forgotten: 720 };

export interface Continuity {
  /** False when a delivery does not follow the previous one of its gateway. */
  continues(delivery: Delivery): boolean;
  /**
   * Call it with each heartbeat of this gateway.
   * @returns true, once, when another one may have died: with changes that it had committed and not sent
   */
  heartbeat(): boolean;
}

/**
 * Detects lost deliveries from other gateways: after an interrupted subscription, a failed publication or the crash of
 * a gateway. Each gateway numbers its deliveries; an empty delivery is a heartbeat and repeats the last number. A gateway
 * that closes says so. One that was only paused continues its numbers.
 */
export function createContinuity(): Continuity {
  const lastDeliveries = new Map<string, { number: number; silent: number }>();

  return {
    continues({ from, number, addressed, isLast }) {
      const expected = addressed.length > 0 ? number - 1 : number;
      const continues = lastDeliveries.get(from)?.number === expected;
      if (isLast) lastDeliveries.delete(from);
      else lastDeliveries.set(from, { number, silent: 0 });
      return continues;
    },
    heartbeat() {
      let isOneDead = false;
      for (const [from, last] of lastDeliveries) {
        if (last.silent === silentHeartbeats.dead) isOneDead = true;
        if (last.silent === silentHeartbeats.forgotten) lastDeliveries.delete(from);
        last.silent += 1;
      }
      return isOneDead;
    },
  };
}
