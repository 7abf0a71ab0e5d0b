import { useLocation } from 'react-router-dom';
import { LinkButton } from './button.tsx';

/** Beside what a visitor cannot do yet: whoever has logged in comes back to it. */
export function LogInButton() {
  const { pathname } = useLocation();
  return (
    <LinkButton size="small" to="/login" state={{ from: pathname }}>
      Log In
    </LinkButton>
  );
}
