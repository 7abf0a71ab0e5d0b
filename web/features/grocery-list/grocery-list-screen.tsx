import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Household } from '../../../server/core/contracts/households.ts';
import { Alert } from '../../components/alert.tsx';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HouseholdSwitch } from '../../components/household-switch.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusPill } from '../../components/status-pill.tsx';
import { StorageWarning } from '../../components/storage-warning.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { type SessionUser, useSession } from '../../lib/identity/session.ts';
import { useStable } from '../../lib/sync/use-stable.ts';
import { useLiveStatusOf } from '../../lib/use-live-status-of.ts';
import { lists } from './api.ts';
import { GroceryItems } from './grocery-items.tsx';
import styles from './grocery-list-screen.module.css';
import { ListSkeleton } from './list-skeleton.tsx';
import { ListTitle } from './list-title.tsx';
import { mainListName } from './owners-lists.ts';
import { useLastView } from './use-last-view.ts';
import { useNewList } from './use-new-list.tsx';
import { type ShownList, useShownList } from './use-shown-list.ts';

export function GroceryListScreen() {
  const session = useSession();
  const screen = useRef<HTMLDivElement>(null);
  return (
    <div ref={screen} className={styles.screen} data-last-view>
      {session.status === 'signedIn' ? <Lists user={session.user} screen={screen} /> : <SignedOut />}
    </div>
  );
}

function SignedOut() {
  return (
    <>
      <PageTitle title="Grocery List" />
      <Alert kind="info" className={styles.alert} action={<LogInButton />}>
        Please log in to view your grocery list
      </Alert>
      <EmptyState
        title="One list for the shop"
        text="What you check off on your phone is off the list on every screen."
        action={
          <LinkButton to="/register" state={{ from: '/grocery-list' }}>
            Create an account
          </LinkButton>
        }
      />
    </>
  );
}

/** The user's own list, or that of a household. */
function Lists({ user, screen }: Pick<ListProps, 'user' | 'screen'>) {
  const shown = useShownList(user.uid);
  return (
    <>
      <HouseholdSwitch label="Whose list" reader={user.uid} shown={shown.owner} />
      <List user={user} screen={screen} shown={shown} members={shown.owner.household?.members} />
    </>
  );
}

interface ListProps {
  user: SessionUser;
  screen: RefObject<HTMLElement | null>;
  shown: ShownList;
  /** Of the household. */
  members: Household['members'] | undefined;
}

function List({ user, screen, shown, members }: ListProps) {
  const { whose, further, owner } = shown;
  const newList = useNewList(user.uid, owner.whose);
  const query = lists.query(user.uid, whose);
  const list = useQuery(query);
  const pending = lists.usePending(user.uid, whose);
  const items = useStable(list.data && lists.applyPending(list.data, pending).items);
  const status = useLiveStatusOf(query.queryKey);
  useEffect(lists.follow, []);
  useLastView(screen, user.uid, items);

  return (
    <>
      <PageTitle title={further?.name || mainListName} heading={<ListTitle shown={shown} newList={newList} />}>
        <span role="status" className={styles.status}>
          <StatusPill status={status} />
        </span>
      </PageTitle>
      <StorageWarning className={styles.alert} />
      <LoadFailure query={list} subject="Your grocery list" className={styles.alert}>
        {failureText(list.error, 'Failed to fetch grocery list')}
      </LoadFailure>
      {list.isPending && <ListSkeleton />}
      {list.data && items && (
        <GroceryItems
          key={`${user.uid} ${whose}`}
          items={items}
          user={user}
          whose={whose}
          listId={list.data.listId}
          shown={shown}
          newList={newList}
          members={members}
        />
      )}
      {newList.dialog}
    </>
  );
}
