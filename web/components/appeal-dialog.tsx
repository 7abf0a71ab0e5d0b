import { useState } from 'react';
import { moderationLimits } from '../../server/core/contracts/limits.ts';
import type { AppealForm } from '../../server/core/contracts/moderation.ts';
import { api } from '../lib/api-client.ts';
import { explainFailure } from '../lib/failure-text.ts';
import { requiredProblem } from '../lib/field-checks.ts';
import { newId } from '../lib/new-id.ts';
import { notify } from '../lib/notices.ts';
import { refetchOwnModeration } from '../lib/own-moderation.ts';
import { FormDialog } from './form-dialog.tsx';
import { TextAreaField } from './text-field.tsx';
import { useForm } from './use-form.ts';

/** Asks another look at a decision, once. */
export function AppealDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const [idempotencyKey] = useState(newId);
  const [draft, setDraft] = useState({ text: '' });
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ text }) => ({ text: requiredProblem(text, 'Write why this should be changed') }),
    send: ({ text }) => api.send('POST', '/appeals', { caseId, text } satisfies AppealForm, { idempotencyKey }),
    onSent: () => {
      refetchOwnModeration();
      notify.info('Your appeal was sent. A moderator will answer it.');
      onClose();
    },
    explain: explainFailure('The appeal could not be sent'),
  });
  return (
    <FormDialog title="Appeal" action="Send appeal" form={form} onClose={onClose}>
      <TextAreaField
        label="Why should this be changed?"
        {...form.field('text')}
        hint="You can appeal a decision once."
        maxLength={moderationLimits.text}
        rows={5}
        required
      />
    </FormDialog>
  );
}
