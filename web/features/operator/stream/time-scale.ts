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

/** Times at equal distances, the first and the last included. */
export const ticksOf = (first: number, last: number): number[] =>
  Array.from({ length: tickCount }, (_, at) => first + ((last - first) * at) / (tickCount - 1));
