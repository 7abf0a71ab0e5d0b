import type { Point } from '../../../audit/time-travel/replay.ts';

/** Of a query that the contract has validated. */
export const pointOf = (text: string): Point =>
  /^\d+$/.test(text) ? { position: BigInt(text) } : { time: new Date(text) };
