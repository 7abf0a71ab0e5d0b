import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../lib/identity/session.ts';
import { redirectedFrom } from '../lib/redirected-from.ts';

/** Routes for signed-in users; redirects visitors to the login. The key gives each user their own screen state. */
export function ForUsers() {
  const { pathname, search } = useLocation();
  const session = useSession();
  if (session.status !== 'signedIn') return <Navigate to="/login" state={{ from: pathname + search }} replace />;
  return <Outlet key={session.user.uid} />;
}

/** Routes for visitors (login, registration). Once signed in, redirects to where the user came from, or home. */
export function ForVisitors() {
  const { state } = useLocation();
  return useSession().status === 'signedIn' ? <Navigate to={redirectedFrom(state) ?? '/'} replace /> : <Outlet />;
}
