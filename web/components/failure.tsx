import { useState } from 'react';
import { ErrorAlert } from './error-alert.tsx';

export interface Failure {
  text: string;
  /** Increases each time, so that a screen reader announces the same text again. */
  attempt: number;
}

/**
 * The error text of the last attempt. Keep it until the next attempt ends: removing it earlier would move the button
 * below it while the user presses that.
 */
export function useFailure() {
  const [failure, setFailure] = useState<Failure>();
  const showFailure = (text: string | undefined) =>
    setFailure((before) => (text === undefined ? undefined : { text, attempt: (before?.attempt ?? 0) + 1 }));
  return [failure, showFailure] as const;
}

export function FailureAlert({ failure, className }: { failure: Failure | undefined; className?: string | undefined }) {
  return (
    failure && (
      <ErrorAlert key={failure.attempt} className={className}>
        {failure.text}
      </ErrorAlert>
    )
  );
}
