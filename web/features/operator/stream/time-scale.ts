import { clockOf, dayOf } from '../format.ts';

/** The number of times in each of `count` equal parts of the span. @param times ascending */
export function barsOf(times: readonly number[], count: number): number[] {
  const bars = Array.from({ length: count }, () => 0);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const span = Math.max(1, last - first);
  for (const time of times) {
    const at = Math.min(count - 1, Math.floor(((time - first) / span) * count));
    bars[at] = (bars[at] ?? 0) + 1;
  }
  return bars;
}

/** The index of the last of the times nearest to a time. @param times ascending, not empty */
export function nearestIndex(times: readonly number[], time: number): number {
  let nearest = 0;
  for (const [index, each] of times.entries()) {
    if (Math.abs(each - time) <= Math.abs((times[nearest] ?? 0) - time)) nearest = index;
  }
  return nearest;
}

const tickCount = 5;

const day = 86_400_000;
const tenMinutes = 600_000;

/**
 * Texts for times at equal distances, the first and the last included: days or, if two would be of one day, times of day,
 * which tell them apart. A day that all have is said once. One text if there is only one time.
 */
export function tickTexts(first: number, last: number): string[] {
  const span = last - first;
  if (span === 0) return [`${dayOf(first)}, ${clockOf(first)}`];
  const isOneDay = dayOf(first) === dayOf(last);
  return Array.from({ length: tickCount }, (_, at) => {
    const time = first + (span * at) / (tickCount - 1);
    if (span >= (tickCount - 1) * day) return dayOf(time);
    const clock = clockOf(time).slice(0, span < tenMinutes ? 8 : 5);
    return isOneDay && at > 0 ? clock : `${dayOf(time)}, ${clock}`;
  });
}
