import { type FormEvent, useState } from 'react';

export interface Failure {
  text: string;
  /** Another one for each attempt, so that the same words are read out again. */
  attempt: number;
}

/**
 * One attempt at a time: whether it is on its way, and what to say after it failed. That is said until the next attempt
 * is through, so that the button stays under the finger.
 */
export function useSubmission(attempt: () => Promise<string | undefined>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const text = await attempt();
      setFailure((before) => (text === undefined ? undefined : { text, attempt: (before?.attempt ?? 0) + 1 }));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}
