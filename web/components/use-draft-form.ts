import { useRef, useState } from 'react';
import { failureText } from '../lib/failure-text.ts';
import { type FieldErrors, stillWrong } from '../lib/field-errors.ts';
import { focusFirstInvalid } from '../lib/focus-first-invalid.ts';
import { forgetKey, keyForSending } from '../lib/form-key.ts';
import { useSubmission } from './use-submission.ts';

export interface DraftFormOptions<Draft, Form> {
  /** Which form it is: its author and what it is about. */
  of: string;
  draft: Draft;
  check: (draft: Draft) => FieldErrors<Draft>;
  /** The form as it is sent. */
  formOf: (draft: Draft) => Form;
  save: (sent: { form: Form; key: string }) => Promise<unknown>;
  onSaved: () => void;
  /** The field that the server does not take, where that is what it said. */
  refusedField: (error: unknown) => keyof Draft | undefined;
  /** Said when the server gives no words of its own. */
  failure: string;
}

/** Checks a draft and sends it as a form. Whatever fails, what was written stays in its fields. */
export function useDraftForm<Draft extends object, Form extends object>(options: DraftFormOptions<Draft, Form>) {
  const { of, draft, check, formOf, save, onSaved, refusedField } = options;
  const [found, setFound] = useState<{ errors: FieldErrors<Draft>; draft: Draft }>();
  const form = useRef<HTMLFormElement>(null);
  const tellAt = (errors: FieldErrors<Draft>) => {
    setFound({ errors, draft });
    return focusFirstInvalid(form);
  };

  const { submit, busy, failure } = useSubmission(async () => {
    const errors = check(draft);
    if (Object.keys(errors).length > 0) return tellAt(errors);
    setFound(undefined);
    const written = formOf(draft);
    try {
      await save({ form: written, key: keyForSending(of, written) });
    } catch (error) {
      const text = failureText(error, options.failure);
      const field = refusedField(error);
      return field === undefined ? text : tellAt({ ...errors, [field]: text });
    }
    forgetKey(of);
    onSaved();
    return undefined;
  });

  const errors: FieldErrors<Draft> = found ? stillWrong(found.errors, found.draft, draft) : {};
  return { form, errors, failure, saving: busy, onSubmit: submit };
}
