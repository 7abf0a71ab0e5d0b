import type { Verification } from '../../../../server/core/contracts/verification.ts';
import { SuccessIcon } from '../../../components/icons.tsx';
import { DataTable } from '../data-table.tsx';
import { formatNumber } from '../format.ts';
import { Panel } from '../panel.tsx';

/** What was compared of each read model. */
export function ModelsPanel({ verification: { models, modelCount, state } }: { verification: Verification }) {
  return (
    <Panel title="Read models" note={`${models.length} of ${modelCount} compared`}>
      <DataTable
        label="Read models"
        rows={models}
        rowKey={({ projection }) => projection}
        empty={state === 'running' ? 'The log is being replayed; the comparisons follow.' : 'None was compared.'}
        columns={[
          { title: 'Name', render: ({ projection }) => <strong>{projection.replace('@', ', version ')}</strong> },
          { title: 'Compared', isNumber: true, render: ({ compared }) => formatNumber(compared) },
          {
            title: 'Up to position',
            isNumber: true,
            render: ({ position }) => (position === null ? '–' : formatNumber(position)),
          },
          {
            title: 'Result',
            render: ({ differences }) =>
              differences === 0 ? (
                <strong className="op-teal op-with-icon">
                  <SuccessIcon size={18} /> Same
                </strong>
              ) : (
                <strong className="op-amber">
                  <span className="op-diamond" aria-hidden="true" /> {formatNumber(differences)}{' '}
                  {differences === 1 ? 'difference' : 'differences'}
                </strong>
              ),
          },
        ]}
      />
    </Panel>
  );
}
