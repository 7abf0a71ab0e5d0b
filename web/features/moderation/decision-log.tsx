import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { LoggedDecision } from '../../../server/core/contracts/moderation.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Chip } from '../../components/chip.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { personPath } from '../../lib/person-path.ts';
import { decisionsQuery } from './api.ts';
import { type Choice, Decisions } from './decisions.tsx';
import styles from './queue.module.css';
import { decisionWords, timeText } from './texts.ts';

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
              <Entry key={`${decision.caseId} ${decision.at}`} decision={decision} />
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

function Entry({ decision }: { decision: LoggedDecision }) {
  const { kind, author, by, title, path, state, reason, at } = decision;
  const { before, after } = decisionWords(decision);
  return (
    <li className={styles.entry}>
      <p dir="auto">
        <strong>{by.name}</strong> {before}
        <Link to={personPath(author.uid)}>{author.name}</Link>
        {after}
      </p>
      {kind !== 'person' && (kind !== 'works' || state === 'hidden') && (
        <p className={styles.about}>
          {title !== '' && kind !== 'works' && <bdi>{path === null ? title : <Link to={path}>{title}</Link>}</bdi>}
          {state === 'hidden' && <Chip>Hidden now</Chip>}
          {state === 'removed' && <Chip>Removed by its author</Chip>}
        </p>
      )}
      <p className={styles.reason} dir="auto">
        {reason}
      </p>
      <p className={styles.meta}>
        <time dateTime={at}>{timeText(at)}</time>
      </p>
      <Decisions choices={undoing(decision)} />
    </li>
  );
}

/** Only what still holds can be undone. */
function undoing({ caseId, kind, what, isInForce }: LoggedDecision): Choice[] {
  if (!isInForce) return [];
  const restore = { label: 'Restore', caseId, decision: 'restore' } as const;
  if (kind === 'works') return [restore, { label: 'Hide newer works, too', caseId, decision: 'hide' }];
  if (what === 'hidden') return [restore];
  return what === 'suspended' ? [{ label: 'Lift suspension', caseId, decision: 'lift' }] : [];
}
