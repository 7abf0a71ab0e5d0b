/** The bad days of the year: when the server is away, and when accounts are created to advertise. */

const hoursOfDay = 24;

/** Hours since the start of the year, from `first` to before `end`. */
interface Hours {
  readonly first: number;
  readonly end: number;
}

const hoursOf = (day: number, hour: number, count: number): Hours => {
  const first = day * hoursOfDay + hour;
  return { first, end: first + count };
};

/** The server does not answer in the evening. */
export const outages: readonly Hours[] = [50, 104, 160, 250, 330].map((day) => hoursOf(day, 17, 3));

const spamWaves: readonly Hours[] = [33, 75, 130, 210, 300].map((day) => hoursOf(day, 13, 3));

/** Devices that were offline send their changes. */
const reconnections: readonly Hours[] = outages.map(({ end }) => ({ first: end, end: end + 1 }));

const includes = (periods: readonly Hours[], hour: number): boolean =>
  periods.some(({ first, end }) => first <= hour && hour < end);

/** @param hour since the start of the year */
export const isOutage = (hour: number): boolean => includes(outages, hour);
export const isSpamWave = (hour: number): boolean => includes(spamWaves, hour);
export const isReconnection = (hour: number): boolean => includes(reconnections, hour);
