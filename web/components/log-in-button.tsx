import { useLocation } from 'react-router-dom';
import { LinkButton } from './button.tsx';

/** For actions that need an account. After logging in, the user returns to this page. */
export function LogInButton() {
  const { pathname, search } = useLocation();
  return (
    <LinkButton size="small" to="/login" state={{ from: pathname + search }}>
      Log In
    </LinkButton>
  );
}
