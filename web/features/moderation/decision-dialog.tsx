import { useState } from 'react';
import { moderationLimits } from '../../../server/core/contracts/limits.ts';
import type { DecisionForm } from '../../../server/core/contracts/moderation.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextAreaField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import { newId } from '../../lib/new-id.ts';
import { notify } from '../../lib/notices.ts';
import { refetchQueue, sendDecision } from './api.ts';
import styles from './queue.module.css';

type Decision = DecisionForm['decision'];

const texts: Readonly<Record<Decision, { title: string; action: string; hint: string; done: string }>> = {
  hide: {
    title: 'Hide it',
    action: 'Hide',
    hint: 'The author reads this, and can appeal.',
    done: 'Hidden. It is in the log.',
  },
  restore: { title: 'Restore it', action: 'Restore', hint: 'It is kept in the log of decisions.', done: 'Restored' },
  dismiss: {
    title: 'Dismiss the reports',
    action: 'Dismiss',
    hint: 'It is kept in the log of decisions.',
    done: 'The reports are dismissed',
  },
  suspend: {
    title: 'Suspend this person',
    action: 'Suspend',
    hint: 'They read this, and can appeal.',
    done: 'Suspended',
  },
  lift: {
    title: 'Lift the suspension',
    action: 'Lift',
    hint: 'It is kept in the log of decisions.',
    done: 'The suspension is lifted',
  },
  rejectAppeal: {
    title: 'Reject the appeal',
    action: 'Reject',
    hint: 'The author reads this. The decision is final.',
    done: 'The appeal is rejected',
  },
};

const textsOfWorks: Partial<typeof texts> = {
  hide: {
    title: 'Hide all they wrote',
    action: 'Hide all',
    hint: 'All their recipes, posts, comments and public playlists. They are notified once, with the reason, and can appeal.',
    done: 'All of it is hidden. It is in the log.',
  },
  restore: {
    title: 'Restore all they wrote',
    action: 'Restore all',
    hint: 'What was hidden by itself stays hidden. It is kept in the log of decisions.',
    done: 'All of it is restored',
  },
};

const textsFor = (caseId: string, decision: Decision) =>
  (caseId.startsWith('works:') && textsOfWorks[decision]) || texts[decision];

const dayMs = 24 * 60 * 60 * 1000;
type Span = '1' | '7' | '30' | 'ever';
const spans: { value: Span; label: string }[] = [
  { value: '1', label: 'One day' },
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
  { value: 'ever', label: 'Without an end' },
];

const endOf = (span: Span): string | null =>
  span === 'ever' ? null : new Date(Date.now() + Number(span) * dayMs).toISOString();

export interface DecisionDialogProps {
  caseId: string;
  decision: Decision;
  onClose: () => void;
}

/** Asks for the reason of a decision. */
export function DecisionDialog({ caseId, decision, onClose }: DecisionDialogProps) {
  const [idempotencyKey] = useState(newId);
  const [draft, setDraft] = useState<{ reason: string; span: Span }>({ reason: '', span: '7' });
  const { title, action, hint, done } = textsFor(caseId, decision);
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ reason }) => ({ reason: requiredProblem(reason, 'Give a reason') }),
    send: async ({ reason, span }) => {
      const until = decision === 'suspend' ? { until: endOf(span) } : {};
      await sendDecision(caseId, { decision, reason, ...until }, idempotencyKey);
      await refetchQueue();
    },
    onSent: () => {
      notify.info(done);
      onClose();
    },
    explain: explainFailure('The decision could not be sent'),
  });
  const span = form.field('span');
  return (
    <FormDialog title={title} action={action} form={form} isBusy={form.busy} onClose={onClose}>
      <div className={styles.fields}>
        <TextAreaField
          label="Reason"
          {...form.field('reason')}
          hint={hint}
          maxLength={moderationLimits.text}
          required
        />
        {decision === 'suspend' && <SelectField label="For how long" {...span} options={spans} />}
      </div>
    </FormDialog>
  );
}
