import { useQuery } from '@tanstack/react-query';
import { staffQuery } from '../features/operator/staff-query.ts';
import { useSession } from '../lib/identity/session.ts';
import { lazyCode, useLazyCode } from '../lib/lazy-code.ts';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { ScreenNotLoaded } from './screen-not-loaded.tsx';
import { StaffPage } from './staff-page.tsx';

const code = lazyCode(async () => (await import('../features/operator/console.tsx')).Console);

/** The console of operators. To everybody else, it is an address that does not exist, and its code is not loaded. */
export function OperatorScreen() {
  const session = useSession();
  if (session.status !== 'signedIn') return <NotFound />;
  return <ForOperator key={session.user.uid} uid={session.user.uid} />;
}

function ForOperator({ uid }: { uid: string }) {
  const staff = useQuery(staffQuery(uid));
  return (
    <StaffPage query={staff} title="Operator console" subject="The console" failure="Failed to open the console">
      <LoadedConsole />
    </StaffPage>
  );
}

function LoadedConsole() {
  const state = useLazyCode(code);
  if (state.value) return <state.value />;
  return state.obstacle ? <ScreenNotLoaded obstacle={state.obstacle} /> : <PageSkeleton />;
}
