import { useLocation, useNavigate } from 'react-router-dom';
import { type SessionUser, useSession } from '../../lib/identity/session.ts';

/** Who looks at playlists; a visitor who wants to like one is sent to sign in, and comes back afterwards. */
export function useReader() {
  const session = useSession();
  const user = session.status === 'signedIn' ? session.user : null;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const userOrLogin = (): SessionUser | null => {
    if (!user) Promise.resolve(navigate('/login', { state: { from: pathname } })).catch(reportError);
    return user;
  };
  return { user, reader: user?.uid ?? null, userOrLogin };
}
