import { type FormEvent, useState } from 'react';
import { useFailure } from './failure.tsx';

/** Runs one attempt at a time. `attempt` resolves to the text of its failure, or to undefined. */
export function useSubmission(attempt: () => Promise<string | undefined>) {
  const [busy, setBusy] = useState(false);
  const [failure, showFailure] = useFailure();

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      showFailure(await attempt());
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}
