import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Segments, segmentClass } from '../../components/segments.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { casesQuery, type QueueOrder } from './api.ts';
import { CaseCard } from './case-card.tsx';
import { DecisionLog } from './decision-log.tsx';
import styles from './queue.module.css';

const views = { newest: 'Newest', mostReported: 'Most reported', appeals: 'Appeals', log: 'Log' } as const;
type View = keyof typeof views;
const isView = (name: string | null): name is View => name !== null && name in views;

/** /moderation: what members report, appeals, and what moderators have decided. */
export function QueueScreen({ uid }: { uid: string }) {
  const [search] = useSearchParams();
  const wanted = search.get('show');
  const shown = isView(wanted) ? wanted : 'newest';
  return (
    <div className={styles.screen}>
      <PageTitle title="Moderation" />
      <Segments as="nav" label="What to show" chosen={shown} className={styles.views}>
        {Object.entries(views).map(([view, label]) => (
          <Link
            key={view}
            to={view === 'newest' ? '?' : `?show=${view}`}
            replace
            className={segmentClass}
            aria-current={view === shown ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </Segments>
      {shown === 'log' ? <DecisionLog uid={uid} /> : <Queue key={shown} uid={uid} show={shown} />}
    </div>
  );
}

function Queue({ uid, show }: { uid: string; show: QueueOrder }) {
  const query = useInfiniteQuery(casesQuery(uid, show));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <LoadFailure query={query} subject="The queue" className={styles.alert}>
        Failed to fetch the queue
      </LoadFailure>
      {query.isPending && <Skeleton height={220} radius={20} />}
      {items?.length === 0 && (
        <EmptyState
          title={show === 'appeals' ? 'No appeals' : 'Nothing is reported'}
          text={show === 'appeals' ? 'Appeals that wait for an answer are shown here.' : 'New reports are shown here.'}
        />
      )}
      {items && items.length > 0 && (
        <ul className={styles.list}>
          {items.map((one) => (
            <CaseCard key={one.caseId} shown={one} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
