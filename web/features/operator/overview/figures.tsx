import Statistic from 'antd/es/statistic';
import type { ReactNode } from 'react';
import type { Overview } from '../../../../server/core/contracts/overview.ts';
import { Card } from '../../../components/card.tsx';
import { agoOf, clockOf, formatDuration, formatNumber } from '../format.ts';
import { SealIcon } from '../icons.tsx';
import { lagsOf, lastOf, peakOf, type Series } from './series.ts';
import { SparkLine } from './spark-line.tsx';

type Samples = Overview['samples'];

/** The numbers that an operator looks at first. */
export function Figures({ overview, samples }: { overview: Overview; samples: Samples }) {
  const rate = lastOf(samples.eventsPerSecond);
  const peak = peakOf(samples.eventsPerSecond);
  const [slowest] = lagsOf(samples);
  const lag = slowest && lastOf(slowest.values);
  const failed = samples.failures.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const { lastSeal } = overview;
  return (
    <ul className="op-figures">
      <Figure
        title="Events per second"
        value={rate === undefined ? '–' : formatNumber(roundRate(rate))}
        series={samples.eventsPerSecond}
      >
        {peak
          ? `peak ${formatNumber(roundRate(peak.value))} at ${clockOf(samples.at[peak.index] ?? 0).slice(0, 5)}`
          : 'no event in this time'}
      </Figure>
      <Figure title="Slowest projection" value={lag === undefined ? '–' : formatDuration(lag)} series={slowest?.values}>
        {slowest ? slowest.name : 'not known yet'}
      </Figure>
      <Figure title="Open sockets" value={formatNumber(overview.sockets)} series={samples.sockets}>
        of this process
      </Figure>
      <Figure title="Failures" value={formatNumber(failed)} series={samples.failures} isBad={failed > 0}>
        {formatNumber(overview.failures)} since {clockOf(overview.startedAt).slice(0, 5)}
      </Figure>
      <Figure
        title="Last seal"
        value={lastSeal ? agoOf(lastSeal.at, Date.parse(overview.at)).replace(' ago', '') : 'none'}
        icon={<SealIcon size={30} />}
      >
        {lastSeal ? `ago, ${formatNumber(lastSeal.size)} events` : 'nothing is sealed yet'}
      </Figure>
    </ul>
  );
}

const roundRate = (rate: number): number => (rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));

interface FigureProps {
  title: string;
  value: string;
  series?: Series | undefined;
  icon?: ReactNode;
  isBad?: boolean;
  children: ReactNode;
}

function Figure({ title, value, series, icon, isBad = false, children }: FigureProps) {
  return (
    <Card as="li" className="op-figure">
      <Statistic title={title} value={value} {...(isBad && { styles: { content: { color: 'var(--error)' } } })} />
      <div className="op-figure-chart">
        {icon ?? (series && <SparkLine values={series} isQuiet={!peakOf(series)} />)}
      </div>
      <p className="op-figure-note">{children}</p>
    </Card>
  );
}
