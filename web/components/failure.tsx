import { useState } from 'react';
import { ErrorAlert } from './error-alert.tsx';

export interface Failure {
  text: string;
  /** Another one each time, so that the same words are read out again. */
  attempt: number;
}

/**
 * What to say about an attempt that failed. Leave it until the next one is through: were it taken away meanwhile, the
 * button below it would move under the finger, and back.
 */
export function useFailure() {
  const [failure, setFailure] = useState<Failure>();
  const tell = (text: string | undefined) =>
    setFailure((before) => (text === undefined ? undefined : { text, attempt: (before?.attempt ?? 0) + 1 }));
  return [failure, tell] as const;
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
