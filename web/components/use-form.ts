import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Explanation } from '../lib/failure-text.ts';
import type { FieldErrors } from '../lib/field-checks.ts';
import { useNotice } from './notice.tsx';
import { useSubmission } from './use-submission.ts';

export interface FormOptions<Draft> {
  /** What stands in the fields. */
  draft: Draft;
  onChange: (draft: Draft) => void;
  check?: (draft: Draft) => FieldErrors<Draft>;
  send: (draft: Draft) => Promise<unknown>;
  /** Not where the form was left meanwhile. */
  onSent?: () => void;
  explain: (error: unknown) => Explanation | Promise<Explanation>;
}

/** What a field needs to know of its form; to be spread into it. */
export type FieldOf<Draft> = <Name extends keyof Draft>(
  name: Name,
) => { value: Draft[Name]; onChange: (value: Draft[Name]) => void; error: string | undefined };

/** What went wrong with the last attempt: what the server refused, or else what the check finds. */
interface Fault<Draft> {
  draft: Draft;
  refused?: { field: keyof Draft; text: string };
}

/**
 * Checks what is written and sends it. Whatever fails, it stays in its fields. The first field that is wrong gets the
 * focus, and says so until it is changed; what is about no field that one sees, is said as the form's `failure`.
 */
export function useForm<Draft extends object>(options: FormOptions<Draft>) {
  const { draft, onChange, check = () => ({}), send, onSent, explain } = options;
  const [fault, setFault] = useState<Fault<Draft>>();
  const form = useRef<HTMLFormElement>(null);
  const notify = useNotice();

  /** Answers whether a field says it. */
  const tellAtField = (refused?: Fault<Draft>['refused']): boolean => {
    flushSync(() => setFault({ draft, ...(refused && { refused }) }));
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    wrong?.focus();
    return wrong instanceof HTMLElement;
  };

  const { submit, busy, failure } = useSubmission(async () => {
    if (Object.values(check(draft)).some((error) => error !== undefined)) {
      tellAtField();
      return undefined;
    }
    setFault(undefined);
    try {
      await send(draft);
    } catch (error) {
      const { text, field } = await explain(error);
      if (!form.current) notify.error(text);
      else if (!isFieldOf(draft, field) || !tellAtField({ field, text })) return text;
      return undefined;
    }
    if (form.current) onSent?.();
    return undefined;
  });

  const found: FieldErrors<Draft> = fault && !fault.refused ? check(draft) : {};
  const errorOf = (name: keyof Draft): string | undefined => {
    if (!fault || draft[name] !== fault.draft[name]) return undefined;
    return fault.refused?.field === name ? fault.refused.text : found[name];
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
