import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Explanation } from '../lib/failure-text.ts';
import type { FieldErrors } from '../lib/field-checks.ts';
import { notify } from '../lib/notices.ts';
import { SupersededAttempt } from '../lib/send-idempotently.ts';
import { useSubmission } from './use-submission.ts';

export interface FormOptions<Draft, Result = unknown> {
  /** The values of the fields. */
  draft: Draft;
  onChange: (draft: Draft) => void;
  check?: (draft: Draft) => FieldErrors<Draft>;
  send: (draft: Draft) => Promise<Result>;
  /** Not called when the form was unmounted meanwhile. */
  onSent?: (result: Result) => void;
  explain: (error: unknown) => Explanation | Promise<Explanation>;
}

/** Returns the props that connect a field to its form. */
export type FieldOf<Draft> = <Name extends keyof Draft>(
  name: Name,
) => { value: Draft[Name]; onChange: (value: Draft[Name]) => void; error: string | undefined };

/** Why the last attempt failed: the server refused a field or, without `refused`, `check` found errors. */
interface Fault<Draft> {
  draft: Draft;
  refused?: { field: keyof Draft; text: string };
}

/**
 * Checks the draft and sends it. The fields keep their values when that fails. The first invalid field gets the focus and
 * shows its error until it is changed; an error about no visible field becomes the form's `failure`.
 */
export function useForm<Draft extends object, Result>(options: FormOptions<Draft, Result>) {
  const { draft, onChange, check = () => ({}), send, onSent, explain } = options;
  const [fault, setFault] = useState<Fault<Draft>>();
  const form = useRef<HTMLFormElement>(null);

  /** Returns whether a field shows the error. */
  const showAtField = (refused?: Fault<Draft>['refused']): boolean => {
    flushSync(() => setFault({ draft, ...(refused && { refused }) }));
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    invalid?.focus();
    return invalid instanceof HTMLElement;
  };

  const { submit, busy, failure } = useSubmission(async () => {
    if (Object.values(check(draft)).some((error) => error !== undefined)) {
      showAtField();
      return undefined;
    }
    setFault(undefined);
    let result: Result;
    try {
      result = await send(draft);
    } catch (error) {
      if (error instanceof SupersededAttempt) return undefined;
      const { text, field } = await explain(error);
      if (!form.current) notify.error(text);
      else if (!isFieldOf(draft, field) || !showAtField({ field, text })) return text;
      return undefined;
    }
    if (form.current) onSent?.(result);
    return undefined;
  });

  const checkErrors: FieldErrors<Draft> = fault && !fault.refused ? check(draft) : {};
  const errorOf = (name: keyof Draft): string | undefined => {
    if (!fault || draft[name] !== fault.draft[name]) return undefined;
    return fault.refused?.field === name ? fault.refused.text : checkErrors[name];
  };
  const field: FieldOf<Draft> = (name) => ({
    value: draft[name],
    onChange: (value) => onChange({ ...draft, [name]: value }),
    error: errorOf(name),
  });
  return { props: { ref: form, noValidate: true, onSubmit: submit }, field, failure, busy };
}

const isFieldOf = <Draft extends object>(draft: Draft, name: string | undefined): name is keyof Draft & string =>
  name !== undefined && name in draft;
