import { useLocation } from 'react-router-dom';
import { Alert } from '../../components/alert.tsx';
import { LinkButton } from '../../components/button.tsx';
import { logInToAdd } from '../../lib/grocery-lists.ts';
import type { Outcome } from './use-adding.ts';

/** Says what came of it, and to a visitor where one logs in. */
export function Told({ outcome, className }: { outcome: Outcome; className?: string | undefined }) {
  const { pathname } = useLocation();
  const logIn = outcome.text === logInToAdd && (
    <LinkButton size="small" to="/login" state={{ from: pathname }}>
      Log In
    </LinkButton>
  );
  return (
    <Alert kind={outcome.kind} className={className} action={logIn}>
      {outcome.text}
    </Alert>
  );
}
