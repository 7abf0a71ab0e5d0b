/** One line of the benchmark: a measurement, its unit or baseline, and its bound. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bound?: { readonly at: 'least' | 'most'; readonly value: number };
  /** The absolute measurements behind a ratio, which depend on the machine. */
  readonly detail?: string;
}

export const holds = ({ value, bound }: Figure): boolean =>
  bound === undefined || (bound.at === 'least' ? value >= bound.value : value <= bound.value);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

export function quantiles(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** `12.3k`, `4.56`, `0.789`: the measurements are not more precise than three digits. */
export const short = (value: number): string =>
  Math.abs(value) >= 10_000 ? `${(value / 1000).toPrecision(3)}k` : String(Number(value.toPrecision(3)));
