/** One line of the bench: what was measured, against what, and the bound that it is held to. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bound?: { readonly at: 'least' | 'most'; readonly value: number };
  /** The absolute measurements behind a ratio; they are this machine's, and noisy. */
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

/** `12.3k`, `4.56`, `0.789`: three figures are all that these machines are good for. */
export const short = (value: number): string =>
  Math.abs(value) >= 10_000 ? `${(value / 1000).toPrecision(3)}k` : String(Number(value.toPrecision(3)));
