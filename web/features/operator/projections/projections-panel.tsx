import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { DataTable } from '../data-table.tsx';
import { formatDuration, formatNumber } from '../format.ts';
import type { Lag } from '../overview/series.ts';
import { peakOf } from '../overview/series.ts';
import { SparkLine } from '../overview/spark-line.tsx';
import { Panel } from '../panel.tsx';
import { percentOf, projectionsQuery, rebuildOf } from './api.ts';
import { ProgressBar } from './progress-bar.tsx';
import { StatePill } from './state-pill.tsx';

export interface ProjectionsPanelProps {
  lags: readonly Lag[];
  /** The time of these, such as "Hour". */
  span: string;
}

/** The projections on the overview, with their lag over time. */
export function ProjectionsPanel({ lags, span }: ProjectionsPanelProps) {
  const projections = useQuery(projectionsQuery());
  const head = projections.data?.head ?? null;
  const valuesOf = (name: string) => lags.find((lag) => lag.name === name)?.values ?? [];
  return (
    <Panel
      title="Projections"
      aside={
        <Link to="/operator/projections" className="op-link">
          Open all
        </Link>
      }
    >
      <LoadFailure isPart query={projections} subject="The table">
        Failed to read the projections
      </LoadFailure>
      {(projections.data || projections.isPending) && (
        <DataTable<ProjectionReport>
          label="Projections"
          onPhone="rows"
          rows={projections.data?.items}
          rowKey={({ name }) => name}
          columns={[
            { title: 'Name', render: ({ name }) => <strong>{name}</strong> },
            {
              title: 'Position',
              isWideOnly: true,
              isNumber: true,
              render: ({ position }) => (position === null ? '–' : formatNumber(position)),
            },
            { title: 'Behind', isWideOnly: true, isNumber: true, render: behindOf },
            { title: 'Lag', isNumber: true, render: ({ lagSeconds }) => formatDuration(lagSeconds) },
            {
              title: `Last ${span.toLowerCase()}`,
              isWideOnly: true,
              render: (report) => {
                const rebuild = rebuildOf(report);
                if (rebuild)
                  return (
                    <ProgressBar percent={percentOf(rebuild.position, head)} label={`Rebuild of ${report.name}`} />
                  );
                const values = valuesOf(report.name);
                return <SparkLine values={values} isQuiet={!peakOf(values)} />;
              },
            },
            { title: 'State', render: (report) => <StatePill report={report} head={head} /> },
          ]}
        />
      )}
    </Panel>
  );
}

export const behindOf = ({ lagEvents, hasMoreEvents }: ProjectionReport): string =>
  `${formatNumber(lagEvents)}${hasMoreEvents ? '+' : ''}`;
