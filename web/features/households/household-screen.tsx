import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Household } from '../../../server/core/contracts/households.ts';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { followHouseholds, householdsQuery } from '../../lib/households/households.ts';
import { useSession } from '../../lib/identity/session.ts';
import { notify } from '../../lib/notices.ts';
import { useGo } from '../../lib/use-go.ts';
import { endingHere } from './api.ts';
import { Ending } from './ending.tsx';
import { HouseholdHeader } from './household-header.tsx';
import { HouseholdNav } from './household-nav.tsx';
import styles from './household-screen.module.css';
import { HouseholdSkeleton } from './household-skeleton.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';
import { OpenInvitations } from './open-invitations.tsx';

/** One household: its members, and invitations to it. The route is for signed-in users only. */
export function HouseholdScreen() {
  const { householdId = '' } = useParams();
  const session = useSession();
  return session.status === 'signedIn' && <OwnHousehold uid={session.user.uid} id={householdId} />;
}

function OwnHousehold({ uid, id }: { uid: string; id: string }) {
  const query = useQuery(householdsQuery(uid));
  const { data, error, isFetching } = query;
  const household = data?.find((each) => each.id === id);
  useEffect(followHouseholds, []);
  useLeaveWhenEnded(id, household, data !== undefined);

  if (!household && isFetching) return <HouseholdSkeleton />;
  return (
    <div className={styles.screen}>
      {household && data && <LoadedHousehold uid={uid} household={household} all={data} />}
      <LoadFailure query={query} subject="This household" className={styles.failure}>
        {failureText(error, 'Failed to fetch households')}
      </LoadFailure>
      {data && !household && !endingHere.has(id) && <NotFound />}
    </div>
  );
}

interface LoadedHouseholdProps {
  uid: string;
  household: Household;
  all: readonly Household[];
}

function LoadedHousehold({ uid, household, all }: LoadedHouseholdProps) {
  return (
    <>
      <HouseholdHeader uid={uid} household={household} all={all} />
      <div className={styles.columns}>
        <Invite key={household.id} uid={uid} household={household} />
        <div className={styles.column}>
          <Members uid={uid} household={household} />
          <OpenInvitations uid={uid} household={household} />
          <Ending uid={uid} household={household} />
          <p className={styles.other}>
            Invited to another household? <Link to="/join">Enter a code</Link>
          </p>
          <HouseholdNav uid={uid} all={all} current={household.id} className={styles.nav} />
        </div>
      </div>
    </>
  );
}

function NotFound() {
  return (
    <>
      <PageTitle title="Household not found" />
      <EmptyState
        title="This plate is empty"
        text="There is no such household, or you are not a member of it any more."
        action={<LinkButton to="/households">My households</LinkButton>}
      />
    </>
  );
}

/** Leaves the screen, and says why once, when the membership ends while the household is shown. */
function useLeaveWhenEnded(id: string, household: Household | undefined, isLoaded: boolean) {
  const shownName = useRef<string>(undefined);
  const go = useGo();
  useEffect(() => {
    if (household) shownName.current = household.name;
    else if (isLoaded && shownName.current !== undefined && !endingHere.has(id)) {
      notify.info(`You are no longer a member of ${shownName.current}.`);
      shownName.current = undefined;
      go('/households', { replace: true });
    }
  }, [id, household, isLoaded, go]);
  useEffect(() => () => void endingHere.delete(id), [id]);
}
