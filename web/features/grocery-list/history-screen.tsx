import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import type { Face } from '../../components/faces.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusPill } from '../../components/status-pill.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { type SessionUser, useSession } from '../../lib/identity/session.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { useLiveStatusOf } from '../../lib/use-live-status-of.ts';
import { useNearEnd } from '../../lib/use-near-end.ts';
import { lists } from './api.ts';
import { followHistories, historyQuery } from './history.ts';
import { ChangeLine } from './history-line.tsx';
import { daysOf, type HistoryLine, linesOf } from './history-lines.ts';
import styles from './history-screen.module.css';
import { HistorySkeleton } from './history-skeleton.tsx';
import { PeopleFilter } from './people-filter.tsx';
import { listNameOf, useShownList } from './use-shown-list.ts';

/** Who changed the shown list, and when. Each member can undo changes. The route is for signed-in users only. */
export function HistoryScreen() {
  const session = useSession();
  return <div className={styles.screen}>{session.status === 'signedIn' && <History user={session.user} />}</div>;
}

function History({ user }: { user: SessionUser }) {
  const shown = useShownList(user.uid);
  const { whose, further } = shown;
  const { household, all } = shown.owner;
  const place = all.find(({ id }) => id === shown.owner.whose)?.name;
  const query = historyQuery(user.uid, whose);
  const history = useInfiniteQuery(query);
  // Changes are pending until the list includes them.
  useQuery(lists.query(user.uid, whose));
  const status = useLiveStatusOf(query.queryKey);
  useEffect(lists.follow, []);
  useEffect(followHistories, []);

  return (
    <>
      <PageTitle title="History">
        <span role="status" className={styles.status}>
          <StatusPill status={status} isQuiet />
        </span>
      </PageTitle>
      <p className={styles.subject} dir="auto">
        {further?.name ?? (place === undefined ? 'Your grocery list' : `Grocery List of ${place}`)}
      </p>
      <LoadFailure query={history} subject="The history" className={styles.alert}>
        {failureText(history.error, 'Failed to fetch the history')}
      </LoadFailure>
      {history.isPending && <HistorySkeleton />}
      {history.data && (
        <Changes
          key={whose}
          user={user}
          whose={whose}
          people={household?.members ?? []}
          listName={(id) => listNameOf(shown, id)}
          lines={linesOf(history.data.pages.flatMap(({ items }) => items))}
          end={
            history.hasNextPage && (
              <OlderChanges
                key={history.data.pages.length}
                isFailed={history.isFetchNextPageError}
                onNear={() => void history.fetchNextPage()}
              />
            )
          }
        />
      )}
    </>
  );
}

interface ChangesProps {
  user: SessionUser;
  whose: string;
  /** The members of the household; empty for a user's own list. */
  people: readonly Face[];
  listName: (listId: string) => string | undefined;
  lines: readonly HistoryLine[];
  /** Fetches older changes when it comes near. */
  end: React.ReactNode;
}

function Changes({ user, whose, people, listName, lines, end }: ChangesProps) {
  const [author, setAuthor] = useState<string | null>(null);
  const pending = lists.usePending(user.uid, whose);
  const undoing = new Set(pending.flatMap(({ change }) => (change.kind === 'undo' ? change.changeId : [])));
  const [params] = useSearchParams();
  const itemId = params.get('item');
  const isShown = ({ by, items }: HistoryLine) =>
    (author === null || by.uid === author) && (itemId === null || items.some(({ id }) => id === itemId));
  const shown = lines.filter(isShown);
  return (
    <>
      {itemId !== null && (
        <p className={styles.filter}>
          Only the changes of one item. <Link to="/grocery-list/history">Show all</Link>
        </p>
      )}
      {people.length > 1 && <PeopleFilter people={people} chosen={author} onChoose={setAuthor} />}
      {shown.length === 0 && !end && (
        <EmptyState title="No changes yet" text="What is added, checked and removed appears here." />
      )}
      {daysOf(shown, new Date()).map(({ name, lines: found }) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.day}>{name}</h2>
          <Card as="ul" className={styles.lines}>
            {found.map((line) => (
              <ChangeLine
                key={`${line.revision} ${line.changeId}`}
                line={line}
                user={user}
                people={people}
                listName={listName}
                isUndoing={undoing.has(line.changeId)}
                onUndo={(change) => {
                  undoOffers.end();
                  lists.change([user.uid, whose], change);
                }}
              />
            ))}
          </Card>
        </section>
      ))}
      {end}
    </>
  );
}

function OlderChanges({ isFailed, onNear }: { isFailed: boolean; onNear: () => void }) {
  const end = useNearEnd(() => {
    if (!isFailed) onNear();
  }, false);
  return (
    <div ref={end} className={styles.end}>
      {isFailed ? (
        <ErrorAlert onRetry={onNear}>Failed to fetch older changes</ErrorAlert>
      ) : (
        <HistorySkeleton rows={2} />
      )}
    </div>
  );
}
