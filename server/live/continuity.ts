import type { Delivery } from './connection.ts';

/** Forget a gateway after this time without a delivery. */
const forgetAfterMs = 60_000;

/**
 * Detects lost deliveries from other gateways: after an interrupted subscription, a failed publication or the crash of
 * a gateway. Each gateway numbers its deliveries; an empty delivery is a heartbeat and repeats the last number.
 * @returns a function that is false when a delivery does not follow the previous one of its gateway
 */
export function createContinuity(now: () => number = Date.now): (delivery: Delivery) => boolean {
  const lastDeliveries = new Map<string, { number: number; at: number }>();

  return ({ from, number, addressed }) => {
    const at = now();
    for (const [other, last] of lastDeliveries) if (at - last.at > forgetAfterMs) lastDeliveries.delete(other);
    const expected = addressed.length > 0 ? number - 1 : number;
    const continues = lastDeliveries.get(from)?.number === expected;
    lastDeliveries.set(from, { number, at });
    return continues;
  };
}
