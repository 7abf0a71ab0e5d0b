import { type FormEvent, useState } from 'react';
import { useFailure } from './failure.tsx';

/** Ignores submits while one runs. @param submitForm resolves to the text of its failure, or to undefined; never rejects */
export function useSubmission(submitForm: () => Promise<string | undefined>) {
  const [busy, setBusy] = useState(false);
  const [failure, showFailure] = useFailure();

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      showFailure(await submitForm());
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, submit };
}
