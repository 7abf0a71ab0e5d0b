import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  readonly metric: string;
  /** Names of the labels by which it selects. */
  readonly labels: readonly string[];
}

/** The metrics that an expression selects. @throws Error for an invalid expression */
export function selectorsIn(expression: string): Selector[] {
  const selectors: { metric: string; labels: string[] }[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, name, from, to }) => {
      const text = expression.slice(from, to);
      if (type.isError) throw new Error(`Invalid at ${from}: ${expression}`);
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      const last = selectors.at(-1);
      if (name === 'Identifier' && last) last.metric = text;
      if (name === 'LabelName') last?.labels.push(text);
    },
  });
  return selectors;
}
