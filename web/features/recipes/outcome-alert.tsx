import { Alert } from '../../components/alert.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { logInToAddText } from '../../lib/add-to-grocery-list.ts';
import type { Outcome } from './use-add-to-grocery-list.ts';

/** Shows the outcome, with a button to log in if that is what it asks for. */
export function OutcomeAlert({ outcome, className }: { outcome: Outcome; className?: string | undefined }) {
  return (
    <Alert kind={outcome.kind} className={className} action={outcome.text === logInToAddText && <LogInButton />}>
      {outcome.text}
    </Alert>
  );
}
