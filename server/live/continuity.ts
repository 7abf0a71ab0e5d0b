import type { Delivery } from './connection.ts';

/** Of gateways that have not been heard of for so long nothing is known any more. */
const forgetAfterMs = 60_000;

/**
 * Tells whether deliveries from other gateways were lost, whatever the reason: a subscription that was away, a
 * publication that failed, a gateway that died with something untold. Each gateway numbers its deliveries; an empty one
 * is a sign of life and repeats the last number.
 */
export function createContinuity(now: () => number = Date.now): (delivery: Delivery) => boolean {
  const heard = new Map<string, { number: number; at: number }>();

  return ({ from, number, addressed }) => {
    const at = now();
    for (const [other, last] of heard) if (at - last.at > forgetAfterMs) heard.delete(other);
    const expected = addressed.length > 0 ? number - 1 : number;
    const continues = heard.get(from)?.number === expected;
    heard.set(from, { number, at });
    return continues;
  };
}
