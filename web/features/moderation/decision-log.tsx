import { useInfiniteQuery } from '@tanstack/react-query';
import type { ModerationDecision } from '../../../server/core/contracts/moderation.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { decisionsQuery } from './api.ts';
import { type Choice, Decisions } from './decisions.tsx';
import styles from './queue.module.css';
import { decisionText, timeText } from './texts.ts';

/** Who has decided what, newest first. */
export function DecisionLog({ uid }: { uid: string }) {
  const query = useInfiniteQuery(decisionsQuery(uid));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <LoadFailure query={query} subject="The log" className={styles.alert}>
        Failed to fetch the log
      </LoadFailure>
      {query.isPending && <Skeleton height={180} radius={20} />}
      {items?.length === 0 && <EmptyState title="No decisions yet" />}
      {items && items.length > 0 && (
        <Card className={styles.log}>
          <ul>
            {items.map((decision) => (
              <li key={`${decision.caseId} ${decision.at}`} className={styles.entry}>
                <p dir="auto">
                  <strong>{decision.by.name}</strong> {decisionText(decision)}
                </p>
                <p className={styles.reason} dir="auto">
                  {decision.reason}
                </p>
                <p className={styles.meta}>
                  <time dateTime={decision.at}>{timeText(decision.at)}</time>
                </p>
                <Decisions choices={undoing(decision)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {query.hasNextPage && (
        <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

/** Deciding again what holds already changes nothing. */
function undoing({ caseId, what }: ModerationDecision): Choice[] {
  if (what === 'hidden') return [{ label: 'Restore', caseId, decision: 'restore' }];
  return what === 'suspended' ? [{ label: 'Lift suspension', caseId, decision: 'lift' }] : [];
}
