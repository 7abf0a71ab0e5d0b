/** Metrics in Prometheus' text format, as a scrape reads them. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** @throws Error when the server does not answer */
export async function scrape(address: string): Promise<Sample[]> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return parseSamples(await response.text());
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function parseSamples(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === '') return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/** The value of a sample with these labels, or the sum of all such; undefined if there is none. */
export function sampleValue(samples: readonly Sample[], name: string, labels: Record<string, string> = {}) {
  const wanted = samples.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  return wanted.length === 0 ? undefined : wanted.reduce((sum, { value }) => sum + value, 0);
}
