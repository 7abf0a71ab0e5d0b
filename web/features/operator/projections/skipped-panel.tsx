import type { ProjectionReport } from '../../../../server/core/contracts/projections.ts';

import { DataTable } from '../data-table.tsx';
import { formatNumber, whenOf } from '../format.ts';
import { Panel } from '../panel.tsx';
import { Person } from '../person.tsx';

/** The events that operators have left out, with their reasons. Nothing until there is one. */
export function SkippedPanel({ reports }: { reports: readonly ProjectionReport[] }) {
  const skipped = reports.flatMap(({ name, skipped: events }) => events.map((event) => ({ name, ...event })));
  if (skipped.length === 0) return null;
  return (
    <Panel title="Skipped events">
      <DataTable
        label="Skipped events"
        rows={skipped}
        rowKey={({ name, position, version }) => `${name} ${version} ${position}`}
        columns={[
          { title: 'Projection', render: ({ name, version }) => `${name}, version ${version}` },
          { title: 'Position', isNumber: true, render: ({ position }) => formatNumber(position) },
          { title: 'Reason', render: ({ why }) => <span dir="auto">{why}</span> },
          { title: 'By', render: ({ by }) => <Person uid={by} /> },
          { title: 'At', render: ({ at }) => <time dateTime={at}>{whenOf(at)}</time> },
        ]}
      />
    </Panel>
  );
}
