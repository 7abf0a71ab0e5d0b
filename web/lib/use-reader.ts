import { useLocation } from 'react-router-dom';
import { type SessionUser, useSession } from './identity/session.ts';
import { useGo } from './use-go.ts';

/** The user of a public screen. A visitor who wants to act is sent to the login. */
export function useReader() {
  const session = useSession();
  const user = session.status === 'signedIn' ? session.user : null;
  const go = useGo();
  const { pathname, search } = useLocation();

  /**
   * Returns the user. Sends a visitor to the login, which leads back to this page, and returns null.
   * @param purpose of logging in, as in "Log in to like this post."
   */
  const userOrLogin = (purpose: string): SessionUser | null => {
    if (!user) go('/login', { state: { from: pathname + search, purpose } });
    return user;
  };
  return { user, reader: user?.uid ?? null, userOrLogin };
}
