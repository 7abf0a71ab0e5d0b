/** The files for Prometheus and Grafana, against the metrics of a server and against the documents. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startBareServer } from '../support/bare-server.ts';
import { freePort } from '../support/free-port.ts';
import { parseSamples, type Sample } from '../support/metrics.ts';
import { withoutAccounts } from '../support/no-accounts.ts';
import { selectorsIn } from '../support/promql.ts';
import { isReady, startTimeoutMs } from '../support/server-processes.ts';
import { until } from '../support/until.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { groups }: { groups: readonly { readonly rules: readonly Rule[] }[] } = parse(
  readFileSync('deploy/prometheus-alerts.yml', 'utf8'),
);
const alerts = groups.flatMap(({ rules }) => rules);
const { panels }: { panels: readonly Panel[] } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'));
const targets = panels.flatMap((panel) => panel.targets.map((target) => ({ title: panel.title, ...target })));
const expressions = [...alerts.map(({ expr }) => expr), ...targets.map(({ expr }) => expr)];

/** Prometheus adds these to each series that it scrapes. */
const targetLabels = ['job', 'instance'];
/** Prometheus' own record of a scrape. */
const scrapeMetrics = ['up'];
/** Of servers with Redis only: `server/metrics/gauges.test.ts`. */
const metricsWithRedis = ['potluck_limits_shared'];

describe('the metrics that alerts and dashboard name', () => {
  test('are those of a running server, with these labels', async () => {
    const port = await freePort();
    // With the sample recipes, so that something is appended and projected.
    const address = await startBareServer({ METRICS_PORT: String(port), ...(await withoutAccounts()) });
    await until(() => isReady(address), startTimeoutMs);
    let samples: Sample[] = [];
    const read = async () => {
      samples = parseSamples(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
      return samples.some(({ name }) => name === 'nodejs_gc_duration_seconds_sum');
    };
    await until(read, startTimeoutMs);
    const selectors = expressions
      .flatMap(selectorsIn)
      .filter(({ metric }) => ![...scrapeMetrics, ...metricsWithRedis].includes(metric));
    expect(selectors.length).toBeGreaterThan(30);
    for (const { metric, labels } of selectors) {
      const ofMetric = samples.filter(({ name }) => name === metric);
      expect(ofMetric, metric).not.toEqual([]);
      const known = [...targetLabels, ...ofMetric.flatMap((sample) => Object.keys(sample.labels))];
      for (const label of labels) expect(known, metric).toContain(label);
    }
    // What an operator should be able to see on the dashboard.
    const shown = new Set(targets.flatMap(({ expr }) => selectorsIn(expr).map(({ metric }) => metric)));
    const own = new Set(samples.map(({ name }) => name).filter((name) => name.startsWith('potluck_')));
    const families = [...own].filter((name) => !/_(bucket|sum|count)$/.test(name));
    expect(families.filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the alerts', () => {
  let operations = '';
  beforeAll(() => {
    operations = readFileSync('docs/operations.md', 'utf8');
  });

  test.each(alerts)('$alert has a section that says what to do', ({ alert, annotations, labels, for: duration }) => {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    const [, text = ''] = operations.split(`\n### ${alert}\n`);
    expect(text.split('\n### ', 1)[0]?.trim().length).toBeGreaterThan(100);
    expect(annotations.summary).not.toBe('');
    expect(['warning', 'critical']).toContain(labels.severity);
    expect(duration).toMatch(/^\d+[mh]$/);
  });

  test('are all that the document describes, each once', () => {
    const described = [...operations.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(described).toEqual(alerts.map(({ alert }) => alert));
  });
});

test('metrics that other programs have, too, are selected by the job', () => {
  const shared = expressions.flatMap(selectorsIn).filter(({ metric }) => !metric.startsWith('potluck_'));
  expect(shared.length).toBeGreaterThan(5);
  expect(shared.filter(({ labels }) => !labels.includes('job'))).toEqual([]);
});

test('readiness probes count neither as failed nor as slow requests', () => {
  const ofRequests = alerts.filter(({ expr }) => expr.includes('potluck_http_'));
  expect(ofRequests.map(({ alert }) => alert)).toEqual(['PotluckErrors', 'PotluckSlowRequests']);
  const selected = ofRequests.flatMap(({ expr }) => expr.match(/potluck_http_[^[]*/g) ?? []);
  expect(selected.filter((selector) => !selector.includes('route!="/health/ready"'))).toEqual([]);
});

test('an event that waits while nothing else is recorded counts as lag', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'PotluckProjectionBehind') ?? {};
  // It is the last event, so the time from it to the end of the log is 0.
  expect(expr).toContain('min_over_time(potluck_projection_lag_events[2m])');
});

test('the panels of the dashboard have ids and titles of their own, and a legend for each line', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  expect(targets.filter(({ legendFormat }) => legendFormat === '')).toEqual([]);
});
