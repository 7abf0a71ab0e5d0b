import { isOutage, isSpamWave } from './bad-days.ts';

export const hourMs = 60 * 60_000;
const yearHours = 365 * 24;

/** A simulation may have at most this many events. */
export const maxEvents = 10_000_000;
/** In the whole year; the last day is never used up. */
const yearEvents = 10_200_000;
/** The community doubles in about thirty days: from 50 events on the first day to some 230,000 on the last. */
const growthPerDay = 1.0235;

/** By hour of the day, UTC: few at night, some around noon, most in the evening. */
const hourWeights = [3, 2, 1, 1, 1, 2, 6, 14, 18, 20, 24, 30, 34, 28, 24, 26, 36, 52, 62, 58, 46, 32, 18, 8];
/** From Sunday. */
const weekdayWeights = [13, 9, 9, 9, 10, 11, 14];
/** Of the changes that an outage prevents, how many are made in the hour after it. */
const madeUpAfterOutage = 0.7;

/** During a wave of advertisements, this many times as much happens. */
const spamFactor = 4;

/** When how much happens in the year. */
export class Rhythm {
  readonly startMs: number;
  /** Events in each hour of the year. */
  readonly #hours: readonly number[];
  #hour = 0;
  /** Events before the current hour. */
  #before = 0;

  /** @param untilMs the end of the year, in ms since the epoch */
  constructor(untilMs: number) {
    this.startMs = untilMs - yearHours * hourMs;
    this.#hours = eventsByHour(this.startMs);
  }

  /** Hours since the start of the year. */
  hourOf(ms: number): number {
    return Math.floor((ms - this.startMs) / hourMs);
  }

  /** The time in ms since the epoch at which this many events are due. To be called with growing numbers. */
  timeOf(events: number): number {
    let inHour = this.#hours[this.#hour] ?? 0;
    while (this.#hour < yearHours - 1 && this.#before + inHour <= events) {
      this.#before += inHour;
      this.#hour += 1;
      inHour = this.#hours[this.#hour] ?? 0;
    }
    const share = Math.min((events - this.#before) / inHour, 1);
    return this.startMs + this.#hour * hourMs + Math.floor(share * hourMs);
  }

  /** The time itself or, during an outage, its end. */
  whenAvailable(ms: number): number {
    let hour = this.hourOf(ms);
    if (!isOutage(hour)) return ms;
    while (isOutage(hour)) hour += 1;
    return this.startMs + hour * hourMs;
  }
}

/** Only multiplies, divides and adds, which is exact to the last digit on every machine. */
function eventsByHour(startMs: number): number[] {
  let growth = 1;
  let prevented = 0;
  const weights = Array.from({ length: yearHours }, (_, hour) => {
    if (hour % 24 === 0) growth *= growthPerDay;
    const time = new Date(startMs + hour * hourMs);
    const usual = growth * (weekdayWeights[time.getUTCDay()] ?? 0) * (hourWeights[time.getUTCHours()] ?? 0);
    const weight = isSpamWave(hour) ? usual * spamFactor : usual;
    if (isOutage(hour)) {
      prevented += weight;
      return 0;
    }
    const madeUp = prevented * madeUpAfterOutage;
    prevented = 0;
    return weight + madeUp;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (weight / sum) * yearEvents);
}
