import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

export interface ErrorAlertProps {
  children: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  className?: string | undefined;
}

/** Something failed, said in place, with a way to try again. What was there before stays. */
export function ErrorAlert({ children, onRetry, retrying = false, className }: ErrorAlertProps) {
  const action = onRetry && (
    <Button variant="quiet" size="small" busy={retrying} onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <Alert kind="error" action={action} className={className}>
      {children}
    </Alert>
  );
}
