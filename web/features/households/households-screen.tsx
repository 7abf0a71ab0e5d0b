import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import type { Household } from '../../../server/core/contracts/households.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CardLink } from '../../components/card-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Faces } from '../../components/faces.tsx';
import { AddIcon } from '../../components/icons.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import { followHouseholds, householdsQuery } from '../../lib/households/households.ts';
import { useSession } from '../../lib/identity/session.ts';
import { useGo } from '../../lib/use-go.ts';
import { householdPath } from './household-path.ts';
import { HouseholdSkeleton } from './household-skeleton.tsx';
import styles from './households-screen.module.css';
import { RoleChip } from './role-chip.tsx';
import { isOwner } from './roles.ts';

const loadDialog = async () => (await import('./name-dialogs.tsx')).FoundDialog;

/** The user's households; the household itself if there is only one. The route is for signed-in users only. */
export function HouseholdsScreen() {
  const session = useSession();
  return session.status === 'signedIn' && <OwnHouseholds uid={session.user.uid} />;
}

function OwnHouseholds({ uid }: { uid: string }) {
  const query = useQuery(householdsQuery(uid));
  const { data, error, isPending } = query;
  const dialog = useDialog(loadDialog);
  const go = useGo();
  useEffect(followHouseholds, []);

  if (isPending) return <HouseholdSkeleton />;
  const [only, ...others] = data ?? [];
  if (only && others.length === 0) return <Navigate to={householdPath(only.id)} replace />;
  return (
    <div className={styles.screen}>
      <PageTitle title="Households">
        <div className={styles.buttons}>
          <LinkButton to="/join">Enter a code</LinkButton>
          <Button variant="primary" icon={<AddIcon size={18} />} onClick={dialog.open}>
            New household
          </Button>
        </div>
      </PageTitle>
      <LoadFailure query={query} subject="The list of households" className={styles.failure}>
        {failureText(error, 'Failed to fetch households')}
      </LoadFailure>
      {data?.length === 0 && (
        <EmptyState
          title="No household yet"
          text="Share one grocery list and one meal plan with the people you cook with."
          action={<Button onClick={dialog.open}>Create your first household</Button>}
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label="Households">
          {data.map((household) => (
            <HouseholdCard key={household.id} uid={uid} household={household} />
          ))}
        </ul>
      )}
      {dialog.Dialog && (
        <dialog.Dialog uid={uid} onFounded={({ id }) => go(householdPath(id))} onClose={dialog.close} />
      )}
    </div>
  );
}

function HouseholdCard({ uid, household }: { uid: string; household: Household }) {
  const { id, name, members } = household;
  return (
    <Card as="li" className={styles.card}>
      <div className={styles.words}>
        <h2 className={styles.name} dir="auto">
          <CardLink to={householdPath(id)}>{name}</CardLink>
        </h2>
        <p className={styles.members}>
          <Faces people={members} />
          {formatCount(members.length, 'member')}
        </p>
      </div>
      {isOwner(household, uid) && <RoleChip isOwner />}
    </Card>
  );
}
