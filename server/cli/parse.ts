/** Parsers of arguments and options. Commander prints their errors, and the command ends with exit code 2. */
import { InvalidArgumentError } from 'commander';
import type { Point } from '../audit/time-travel/replay.ts';
import { isDate } from '../core/contracts/time.ts';

export function parsePosition(text: string): bigint {
  if (!/^\d{1,19}$/.test(text)) throw new InvalidArgumentError('A position is a whole number.');
  return BigInt(text);
}

export function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.');
  return Number(text);
}

/** A position of the log, or a time. */
export const parsePoint = (text: string): Point =>
  /^\d+$/.test(text) ? { position: parsePosition(text) } : { time: parseTime(text) };

/** ISO 8601; without a time the start of the day, without an offset the time of this machine. */
export function parseTime(text: string): Date {
  const time =
    isDate(text.slice(0, 10)) && /^($|T\d{2}:\d{2})/.test(text.slice(10))
      ? new Date(/T/.test(text) ? text : `${text}T00:00`)
      : undefined;
  if (time === undefined || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('A time looks like 2026-03-31 or 2026-03-31T18:00 or 2026-03-31T16:00:00Z.');
  }
  return time;
}
