import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

export interface ErrorAlertProps {
  children: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  className?: string | undefined;
}

/** An inline error with an optional retry button. Content that was loaded before stays visible. */
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
