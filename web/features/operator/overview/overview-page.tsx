import { useQuery } from '@tanstack/react-query';
import Segmented from 'antd/es/segmented';
import { useMemo, useState } from 'react';
import type { Overview } from '../../../../server/core/contracts/overview.ts';
import { ErrorIcon, SuccessIcon } from '../../../components/icons.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { PageHead } from '../page-head.tsx';
import { Panel } from '../panel.tsx';
import { projectionsQuery } from '../projections/api.ts';
import { ProjectionsPanel } from '../projections/projections-panel.tsx';
import { Figures } from './figures.tsx';
import { HealthPanel } from './health.tsx';
import { LagChart } from './lag-chart.tsx';
import { OperatorsPanel } from './operators-panel.tsx';
import { overviewQuery } from './overview-query.ts';
import { lagsOf, since } from './series.ts';
import { verdictOf } from './verdict.ts';

const spans = [
  { label: '5 min', value: 5 },
  { label: '15 min', value: 15 },
  { label: 'Hour', value: 60 },
];
const hour = 60;

/** Whether all is well, and how it was during the last hour. */
export function OverviewPage() {
  const overview = useQuery(overviewQuery());
  const [minutes, setMinutes] = useState(hour);
  const { data } = overview;
  return (
    <>
      <PageHead
        title="Overview"
        actions={<Segmented aria-label="Span" options={spans} value={minutes} onChange={setMinutes} />}
      >
        {data && <Verdict overview={data} />}
      </PageHead>
      <LoadFailure query={overview} subject="The overview">
        Failed to read the overview
      </LoadFailure>
      {data ? <Content overview={data} minutes={minutes} /> : overview.isPending && <OverviewSkeleton />}
    </>
  );
}

const tones = { good: 'op-pill-teal', odd: 'op-pill-amber', bad: 'op-pill-error' };

/** Not before the projections are known: until then, it could be wrong. */
function Verdict({ overview: { parts } }: { overview: Overview }) {
  const projections = useQuery(projectionsQuery());
  if (projections.isPending) return null;
  const { tone, text } = verdictOf(parts, projections.data?.items ?? []);
  return (
    <p className={`op-pill ${tones[tone]}`} role="status">
      {tone === 'good' && <SuccessIcon size={16} />}
      {tone === 'odd' && <span className="op-dot" aria-hidden="true" />}
      {tone === 'bad' && <ErrorIcon size={16} />}
      {text}
    </p>
  );
}

function Content({ overview, minutes }: { overview: Overview; minutes: number }) {
  const samples = useMemo(
    () => since(overview.samples, Date.parse(overview.at) - minutes * 60_000),
    [overview, minutes],
  );
  const lags = useMemo(() => lagsOf(samples), [samples]);
  return (
    <>
      <Figures overview={overview} samples={samples} />
      <div className="op-overview-grid">
        <Panel title="Lag of the projections" aside={<span>behind the log</span>}>
          <LagChart at={samples.at} lags={lags} sampleIntervalMs={overview.sampleIntervalMs} />
        </Panel>
        <HealthPanel overview={overview} />
        <ProjectionsPanel lags={lags} span={spans.find(({ value }) => value === minutes)?.label ?? ''} />
        <OperatorsPanel />
      </div>
    </>
  );
}

const figures = ['1', '2', '3', '4', '5'];

function OverviewSkeleton() {
  return (
    <Loading text="Loading...">
      <div className="op-figures">
        {figures.map((figure) => (
          <Skeleton key={figure} height={112} radius={20} />
        ))}
      </div>
      <div className="op-overview-grid op-skeleton-next">
        <Skeleton height={370} radius={20} />
        <Skeleton height={370} radius={20} />
      </div>
    </Loading>
  );
}
