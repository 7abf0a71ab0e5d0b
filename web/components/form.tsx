import type { ComponentProps, ReactNode } from 'react';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import { type Failure, FailureAlert } from './failure.tsx';
import styles from './form.module.css';

/** The part of the result of `useForm` that the form renders. */
export interface FormState {
  props: ComponentProps<'form'>;
  failure: Failure | undefined;
  busy: boolean;
}

export interface FormProps {
  form: FormState;
  label?: string;
  /** The label of the submit button. */
  action: string;
  /** Whether there is anything to submit; if not, the submit button is disabled. */
  isComplete?: boolean;
  /** Other actions, before the submit button. */
  otherActions?: ReactNode;
  children: ReactNode;
}

/** A form: fields, the last failure, and the submit button. */
export function Form({ form, label, action, isComplete = true, otherActions, children }: FormProps) {
  return (
    <form {...form.props} aria-label={label}>
      {children}
      <FailureAlert failure={form.failure} className={styles.failure} />
      <Actions>
        {otherActions}
        <Button type="submit" variant="primary" busy={form.busy} disabled={!isComplete}>
          {action}
        </Button>
      </Actions>
    </form>
  );
}
