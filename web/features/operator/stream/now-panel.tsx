import type { UseQueryResult } from '@tanstack/react-query';
import type { StreamDifferences } from '../../../../server/core/contracts/time-travel.ts';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { formatNumber } from '../format.ts';
import { Panel } from '../panel.tsx';
import { ChangeList } from './change-list.tsx';
import { groupedChanges } from './grouped-changes.ts';
import type { Documents } from './labels.ts';

export interface NowPanelProps {
  differences: UseQueryResult<StreamDifferences>;
  documents: Documents | undefined;
  /** The chosen event is the last one. */
  isNow: boolean;
}

/** What has changed since the chosen event. */
export function NowPanel({ differences, documents = {}, isNow }: NowPanelProps) {
  if (differences.isError) return null;
  return (
    <Panel
      title="Difference to now"
      aside={differences.data && <span>revision {formatNumber(differences.data.last.revision)}</span>}
    >
      {isNow && <p className="op-muted">This is the last event.</p>}
      {!isNow && differences.isPending && (
        <Loading>
          <Skeleton height={44} />
        </Loading>
      )}
      {!isNow && differences.data && (
        <ChangeList
          changes={groupedChanges(differences.data.items, documents)}
          withAuthors
          empty="It is again as it was then."
        />
      )}
    </Panel>
  );
}
