import { useState } from 'react';
import { moderationLimits } from '../../server/core/contracts/limits.ts';
import type { Reported, ReportForm, ReportReason } from '../../server/core/contracts/moderation.ts';
import { api } from '../lib/api-client.ts';
import { explainFailure } from '../lib/failure-text.ts';
import { newId } from '../lib/new-id.ts';
import { notify } from '../lib/notices.ts';
import { ChoiceRows } from './choice-rows.tsx';
import { FormDialog } from './form-dialog.tsx';
import styles from './report-dialog.module.css';
import { TextAreaField } from './text-field.tsx';
import { useForm } from './use-form.ts';

const reasons: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  abuse: 'Rude or hurtful',
  dangerous: 'Dangerous to follow',
  copyright: 'Copied without permission',
  other: 'Something else',
};

const names: Readonly<Record<Reported['kind'], string>> = {
  ...{ post: 'post', recipe: 'recipe', playlist: 'playlist', person: 'person' },
  ...{ postComment: 'comment', recipeComment: 'comment' },
};

const options = Object.entries(reasons).map(([value, content]) => ({ value, content }));
const isReason = (value: string): value is ReportReason => value in reasons;

interface ReportDialogProps {
  reported: Reported;
  onClose: () => void;
}

/** Reports a thing or a person to the moderators. */
export function ReportDialog({ reported, onClose }: ReportDialogProps) {
  const [idempotencyKey] = useState(newId);
  const [draft, setDraft] = useState<{ reason: ReportReason | ''; text: string }>({ reason: '', text: '' });
  const form = useForm({
    draft,
    onChange: setDraft,
    send: async ({ reason, text }) => {
      if (reason === '') return;
      await api.send('POST', '/reports', { ...reported, reason, text } satisfies ReportForm, { idempotencyKey });
    },
    onSent: () => {
      notify.info('Thank you. A moderator will look at it.');
      onClose();
    },
    explain: explainFailure('The report could not be sent'),
  });
  return (
    <FormDialog
      title={`Report this ${names[reported.kind]}`}
      action="Send report"
      form={form}
      isComplete={draft.reason !== ''}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <ChoiceRows
          legend="What is wrong with it?"
          name="reason"
          options={options}
          chosen={draft.reason}
          onChoose={(reason) => isReason(reason) && setDraft({ ...draft, reason })}
          rowClassName={styles.row}
        />
        <TextAreaField
          label="More for the moderators (optional)"
          {...form.field('text')}
          hint="Only moderators see who has reported it."
          maxLength={moderationLimits.text}
        />
      </div>
    </FormDialog>
  );
}
