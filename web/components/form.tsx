import type { ComponentProps, ReactNode } from 'react';
import { Actions } from './actions.tsx';
import { Button } from './button.tsx';
import { type Failure, FailureAlert } from './failure.tsx';
import styles from './form.module.css';

/** As `useForm` gives it. */
export interface FormState {
  props: ComponentProps<'form'>;
  failure: Failure | undefined;
  busy: boolean;
}

export interface FormProps {
  form: FormState;
  label?: string;
  /** What the button that sends it says. */
  action: string;
  /** Whether there is anything to send. */
  complete?: boolean;
  /** What else one can do, before that button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Its fields, why it could not be sent, and the button that sends it. */
export function Form({ form, label, action, complete = true, beside, children }: FormProps) {
  return (
    <form {...form.props} aria-label={label}>
      {children}
      <FailureAlert failure={form.failure} className={styles.failure} />
      <Actions>
        {beside}
        <Button type="submit" variant="primary" busy={form.busy} disabled={!complete}>
          {action}
        </Button>
      </Actions>
    </form>
  );
}
