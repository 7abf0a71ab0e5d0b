import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { formatNumber } from '../format.ts';
import { PageHead } from '../page-head.tsx';
import { projectionsQuery } from './api.ts';
import { ProjectionCard } from './projection-card.tsx';
import { SkippedPanel } from './skipped-panel.tsx';

const placeholders = ['1', '2', '3', '4', '5', '6'];

/** The progress of each projection, and what an operator can do about it. */
export function ProjectionsPage() {
  const projections = useQuery(projectionsQuery());
  const { data } = projections;
  return (
    <>
      <PageHead title="Projections">
        <p className="op-title-note">
          What screens read is built from the log by these.
          {data?.head != null && ` The log ends at ${formatNumber(data.head)}.`}
        </p>
      </PageHead>
      <LoadFailure query={projections} subject="This page">
        Failed to read the projections
      </LoadFailure>
      {projections.isPending && (
        <Loading text="Loading...">
          <div className="op-projections">
            {placeholders.map((placeholder) => (
              <Skeleton key={placeholder} height={188} radius={20} />
            ))}
          </div>
        </Loading>
      )}
      {data && (
        <>
          <ul className="op-projections">
            {data.items.map((report) => (
              <ProjectionCard key={report.name} report={report} head={data.head} />
            ))}
          </ul>
          <SkippedPanel reports={data.items} />
        </>
      )}
    </>
  );
}
