import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../components/load-failure.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { staffQuery } from '../features/operator/staff-query.ts';
import { ApiError } from '../lib/api-client.ts';
import { useSession } from '../lib/identity/session.ts';
import { lazyCode, useLazyCode } from '../lib/lazy-code.ts';
import styles from './not-found.module.css';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { ScreenNotLoaded } from './screen-not-loaded.tsx';

const code = lazyCode(async () => (await import('../features/operator/console.tsx')).Console);

/** The console of operators. To everybody else, it is an address that does not exist, and its code is not loaded. */
export function OperatorScreen() {
  const session = useSession();
  if (session.status !== 'signedIn') return <NotFound />;
  return <ForOperator key={session.user.uid} uid={session.user.uid} />;
}

function ForOperator({ uid }: { uid: string }) {
  const staff = useQuery(staffQuery(uid));
  if (staff.error instanceof ApiError && staff.error.statusCode === 404) return <NotFound />;
  if (staff.data) return <LoadedConsole />;
  if (staff.isPending) return <PageSkeleton />;
  return (
    <div className={styles.page} data-not-shown>
      <PageTitle title="Operator console" />
      <LoadFailure query={staff} subject="The console" className={styles.failure}>
        Failed to open the console
      </LoadFailure>
    </div>
  );
}

function LoadedConsole() {
  const state = useLazyCode(code);
  if (state.value) return <state.value />;
  return state.obstacle ? <ScreenNotLoaded obstacle={state.obstacle} /> : <PageSkeleton />;
}
