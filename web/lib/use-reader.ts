import { useLocation } from 'react-router-dom';
import { type SessionUser, useSession } from './identity/session.ts';
import { useGo } from './use-go.ts';

/** Who reads what is for everybody; a visitor is sent to sign in when he wants to do something. */
export function useReader() {
  const session = useSession();
  const user = session.status === 'signedIn' ? session.user : null;
  const go = useGo();
  const { pathname } = useLocation();

  /** The user who may act; a visitor is on the way to the login then, and comes back afterwards. */
  const userOrLogin = (): SessionUser | null => {
    if (!user) go('/login', { state: { from: pathname } });
    return user;
  };
  return { user, reader: user?.uid ?? null, userOrLogin };
}
