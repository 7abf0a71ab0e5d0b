import { useLocation, useNavigate } from 'react-router-dom';
import { type SessionUser, useSession } from './identity/session.ts';

/** Who reads what is for everybody; a visitor is sent to sign in when he wants to do something. */
export function useReader() {
  const session = useSession();
  const user = session.status === 'signedIn' ? session.user : null;
  const navigate = useNavigate();
  const { pathname } = useLocation();

  /** The user who may act; a visitor is on the way to the login then, and comes back afterwards. */
  const userOrLogin = (): SessionUser | null => {
    if (!user) Promise.resolve(navigate('/login', { state: { from: pathname } })).catch(reportError);
    return user;
  };
  return { user, reader: user?.uid ?? null, userOrLogin };
}
