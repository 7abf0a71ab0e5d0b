import type { Series } from './series.ts';

const width = 100;
const height = 28;

export interface SparkLineProps {
  values: Series;
  /** Nothing of interest: grey. */
  isQuiet?: boolean;
}

/** A small line without axes. Decorative: the number is beside it. */
export function SparkLine({ values, isQuiet = false }: SparkLineProps) {
  const line = lineOf(values);
  if (line === '') return null;
  return (
    <svg
      className={isQuiet ? 'op-spark op-spark-quiet' : 'op-spark'}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="op-spark-area" d={`${line}L${width} ${height}L0 ${height}Z`} />
      <path className="op-spark-line" d={line} />
    </svg>
  );
}

/** At most this many points: more are not seen. */
const maxPoints = 60;

/** The commands of a path through the values, from left to right. Neighbours are joined to their largest. */
export function lineOf(values: Series): string {
  const known = values.map((value) => value ?? 0);
  const size = Math.ceil(known.length / maxPoints);
  const points = Array.from({ length: Math.ceil(known.length / size) || 0 }, (_, n) =>
    Math.max(...known.slice(n * size, (n + 1) * size)),
  );
  if (points.length < 2) return '';
  const top = Math.max(...points) || 1;
  const round = (length: number) => Math.round(length * 10) / 10;
  const at = (value: number, n: number) =>
    `${round((n * width) / (points.length - 1))} ${round(height - 1 - (value / top) * (height - 3))}`;
  return points.map((value, n) => `${n === 0 ? 'M' : 'L'}${at(value, n)}`).join('');
}
