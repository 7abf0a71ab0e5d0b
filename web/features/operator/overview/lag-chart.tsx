import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useDarkMode } from '../../../lib/theme-choice.ts';
import { formatDuration } from '../format.ts';
import { type Lag, type lagsOf, lastOf, peakOf, samplesToCatchUp } from './series.ts';

export interface LagChartProps {
  /** ms since the epoch, ascending. */
  at: readonly number[];
  lags: ReturnType<typeof lagsOf>;
  sampleIntervalMs: number;
}

const [minute, hour, day] = [60, 3_600, 86_400];
/** Distances of the ticks of a lag, in seconds, so that the ticks have short names. */
const timeSteps = [
  ...[0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 30 * minute],
  ...[hour, 2 * hour, 6 * hour, 12 * hour, day, 2 * day, 5 * day, 10 * day, 30 * day, 100 * day],
];

/** The lag of each projection over time: the one that matters in teal, the others grey, named at the line's end. */
export function LagChart({ at, lags, sampleIntervalMs }: LagChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const dark = useDarkMode();
  const [main] = lags;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart reads its colours from the page when it is drawn, and they change with `dark`
  useEffect(() => {
    const element = place.current;
    if (!element || at.length < 2) return;
    const chart = draw(element, { at, lags, sampleIntervalMs });
    const resized = new ResizeObserver(() => chart.setSize(sizeOf(element)));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [at, lags, sampleIntervalMs, dark]);

  if (at.length < 2) return <p className="op-muted op-chart-empty">The first samples come in a moment.</p>;
  return (
    <div className="op-chart">
      <div ref={place} className="op-chart-canvas" role="img" aria-label={describe(lags)} />
      <p className="op-chart-names" aria-hidden="true" style={{ bottom: endOf(lags) }}>
        <strong>{main?.name}</strong>
        {lags.length > 1 && <span>{lags.length - 1} others</span>}
      </p>
    </div>
  );
}

const axisHeight = 28;
/** How much higher the chart is than the largest lag. */
const headroom = 1.15;
const topOf = (lags: readonly Lag[]): number => Math.max(0.1, ...lags.map(({ values }) => peakOf(values)?.value ?? 0));

/** Where the names stand so that the main one is at its line's end: a CSS length above the foot of the chart. */
function endOf(lags: readonly Lag[]): string {
  const share = (lastOf(lags[0]?.values ?? []) ?? 0) / (topOf(lags) * headroom);
  return `max(24px, ${share} * (100% - ${axisHeight + 17}px))`;
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });

const describe = (lags: readonly Lag[]): string =>
  `Lag of ${lags.length} projections. ${lags
    .map(({ name, values }) => `${name}: at most ${formatDuration(peakOf(values)?.value ?? 0)}`)
    .join(', ')}`;

function draw(element: HTMLElement, { at, lags, sampleIntervalMs }: LagChartProps): uPlot {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const [teal, tint, grey, line, muted] = ['--teal', '--teal-tint', '--control', '--hairline', '--muted'].map(colour);
  const font = '600 12px "Nunito Variable", sans-serif';
  // The main one is drawn last, over the others.
  const drawn = lags.toReversed();
  const options: uPlot.Options = {
    ...sizeOf(element),
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: true }, y: { range: [0, topOf(lags) * headroom] } },
    axes: [
      {
        stroke: muted ?? '',
        font,
        grid: { show: false },
        ticks: { show: false },
        values: clockValues,
        space: 90,
        size: axisHeight,
      },
      {
        stroke: muted ?? '',
        font,
        size: 56,
        space: 70,
        incrs: [...timeSteps],
        grid: { stroke: line ?? '', width: 1 },
        ticks: { show: false },
        values: (_chart, splits) => splits.map((seconds) => (seconds === 0 ? '0' : formatDuration(seconds))),
      },
    ],
    series: [
      {},
      ...drawn.map((_lag, n) =>
        n === drawn.length - 1
          ? { stroke: teal ?? '', fill: tint ?? '', width: 2, points: { show: false } }
          : { stroke: `${grey}88`, width: 1.25, points: { show: false } },
      ),
    ],
    hooks: { draw: [(chart) => drawPeak(chart, lags[0], { teal: teal ?? '', font }, sampleIntervalMs)] },
  };
  const seconds = at.map((time) => time / 1000);
  return new uPlot(options, [seconds, ...drawn.map(({ values }) => [...values])], element);
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const exactClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

const clockValues = (_chart: uPlot, splits: number[]): string[] => {
  const isWithinMinutes = (splits[1] ?? 0) - (splits[0] ?? 0) < 60;
  return splits.map((seconds) => (isWithinMinutes ? exactClock : clock).format(new Date(seconds * 1000)));
};

/** Marks the largest lag, and says how long it took to catch up. */
function drawPeak(
  chart: uPlot,
  lag: Lag | undefined,
  { teal, font }: { teal: string; font: string },
  intervalMs: number,
) {
  const peak = lag && peakOf(lag.values);
  const seconds = peak && chart.data[0][peak.index];
  if (!peak || seconds === undefined) return;
  const [x, y] = [chart.valToPos(seconds, 'x', true), chart.valToPos(peak.value, 'y', true)];
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  const samples = samplesToCatchUp(lag.values, peak.index);
  const caughtUp = samples === undefined ? '' : `, caught up in ${formatDuration((samples * intervalMs) / 1000)}`;
  ctx.save();
  ctx.fillStyle = teal;
  ctx.beginPath();
  ctx.arc(x, y, 4 * scale, 0, 2 * Math.PI);
  ctx.fill();
  ctx.font = font.replace('600 12px', `700 ${13 * scale}px`);
  const text = `${formatDuration(peak.value)}${caughtUp}`;
  const isLeft = x + 14 * scale + ctx.measureText(text).width > bbox.left + bbox.width;
  ctx.textAlign = isLeft ? 'right' : 'left';
  // Above the line, which may go on as high.
  ctx.textBaseline = 'bottom';
  ctx.fillText(text, x + (isLeft ? -8 : 8) * scale, y - 6 * scale);
  ctx.restore();
}
