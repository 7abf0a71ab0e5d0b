import { Alert } from '../../components/alert.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { logInToAddText } from '../../lib/grocery-lists.ts';
import type { Outcome } from './use-adding.ts';

/** Says what came of it, and to a visitor where one logs in. */
export function Told({ outcome, className }: { outcome: Outcome; className?: string | undefined }) {
  return (
    <Alert kind={outcome.kind} className={className} action={outcome.text === logInToAddText && <LogInButton />}>
      {outcome.text}
    </Alert>
  );
}
