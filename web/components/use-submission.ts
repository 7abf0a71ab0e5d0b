import { type FormEvent, useState } from 'react';
import { useFailure } from './failure.tsx';

/** One attempt at a time: whether it is on its way, and what to say after it failed. */
export function useSubmission(attempt: () => Promise<string | undefined>) {
  const [busy, setBusy] = useState(false);
  const [failure, tellFailure] = useFailure();

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      tellFailure(await attempt());
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}
