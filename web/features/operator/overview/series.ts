/** What the overview's charts show of its samples. */
import type { Overview } from '../../../../server/core/contracts/overview.ts';

type Samples = Overview['samples'];
export type Series = readonly (number | null)[];

export interface Lag {
  name: string;
  /** Seconds, by sample. */
  values: Series;
}

/** The lag of each projection; the one that matters first: it lags now, or lagged most. */
export function lagsOf({ lagSeconds }: Samples): Lag[] {
  const lags = Object.entries(lagSeconds).map(([name, values]) => ({ name, values }));
  return lags.sort(
    (a, b) =>
      (lastOf(b.values) ?? 0) - (lastOf(a.values) ?? 0) ||
      (peakOf(b.values)?.value ?? 0) - (peakOf(a.values)?.value ?? 0) ||
      a.name.localeCompare(b.name),
  );
}

export const lastOf = (values: Series): number | undefined => values.findLast((value) => value !== null) ?? undefined;

/** The first of the largest values; undefined if none is above 0. */
export function peakOf(values: Series): { index: number; value: number } | undefined {
  let peak: { index: number; value: number } | undefined;
  for (const [index, value] of values.entries()) {
    if (value !== null && value > (peak?.value ?? 0)) peak = { index, value };
  }
  return peak;
}

/** How many samples it took from the peak until there was no lag. Undefined: there is still one. */
export function samplesToCatchUp(values: Series, from: number): number | undefined {
  const found = values.findIndex((value, at) => at > from && value === 0);
  return found < 0 ? undefined : found - from;
}

/** The samples since a time. @param since ms since the epoch */
export function since(samples: Samples, from: number): Samples {
  const start = samples.at.findIndex((at) => at >= from);
  const cut = <T>(values: readonly T[]): T[] => (start < 0 ? [] : values.slice(start));
  return {
    at: cut(samples.at),
    eventsPerSecond: cut(samples.eventsPerSecond),
    sockets: cut(samples.sockets),
    failures: cut(samples.failures),
    lagSeconds: Object.fromEntries(Object.entries(samples.lagSeconds).map(([name, values]) => [name, cut(values)])),
  };
}
