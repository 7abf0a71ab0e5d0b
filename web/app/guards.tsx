import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/identity/session.ts';

/** Where somebody was who was sent to sign in; he comes back there afterwards. */
const cameFrom = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined;

/** Screens that act for a user, who each have their own: visitors are sent to sign in. */
export function ForUsers() {
  const { pathname } = useLocation();
  const session = useSession();
  if (session.status !== 'signedIn') return <Navigate to="/login" state={{ from: pathname }} replace />;
  return <Outlet key={session.user.uid} />;
}

/** Signing in and up is for visitors: whoever is signed in, also just now, goes back to where he was, or home. */
export function ForVisitors() {
  const { state } = useLocation();
  return useSession().status === 'signedIn' ? <Navigate to={cameFrom(state) ?? '/'} replace /> : <Outlet />;
}
