import { type SubmitEvent, useRef, useState } from 'react';
import { useFailure } from '../../components/failure.tsx';
import { failureText } from '../../lib/failure-text.ts';

export interface SendingOptions<Form> {
  form: Form;
  save: (sent: { form: Form; key: string }) => Promise<unknown>;
  onSaved: () => void;
  /** Said when the server gives no words of its own. */
  failure: string;
}

/**
 * Sends a form. The same writing goes out under the same idempotency key, so that a second try after a lost answer
 * changes nothing twice; other words get another key.
 */
export function useSending<Form>({ form, save, onSaved, failure: failed }: SendingOptions<Form>) {
  const sent = useRef({ written: '', key: '' });
  const [failure, tellFailure] = useFailure();
  const [saving, setSaving] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (saving) return;
    const written = JSON.stringify(form);
    if (sent.current.written !== written) sent.current = { written, key: crypto.randomUUID() };
    setSaving(true);
    try {
      await save({ form, key: sent.current.key });
      onSaved();
    } catch (error) {
      tellFailure(failureText(error, failed));
    } finally {
      setSaving(false);
    }
  };
  return { saving, failure, submit };
}
