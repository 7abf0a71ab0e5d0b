import { useState } from 'react';
import type { Household } from '../../../server/core/contracts/households.ts';
import { Avatar } from '../../components/avatar.tsx';
import { ChoiceRows } from '../../components/choice-rows.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { changeHousehold, failureTexts } from './api.ts';
import styles from './hand-over-dialog.module.css';
import { othersThan } from './roles.ts';

export interface HandOverDialogProps {
  uid: string;
  household: Household;
  onClose: () => void;
}

/** Chooses the next owner among the other members. */
export function HandOverDialog({ uid, household, onClose }: HandOverDialogProps) {
  const [draft, setDraft] = useState({ uid: '' });
  const form = useForm({
    draft,
    onChange: setDraft,
    send: (chosen) => changeHousehold(uid, household.id, { kind: 'handOver', ...chosen }),
    onSent: onClose,
    explain: explainFailure(failureTexts.handOver),
  });
  const { value, onChange } = form.field('uid');
  return (
    <FormDialog
      title={`Hand over ${household.name}`}
      form={form}
      action="Hand over"
      isComplete={value !== ''}
      onClose={onClose}
    >
      <ChoiceRows
        legend="The new owner can rename and dissolve it and remove members. You stay in it."
        name="owner"
        options={othersThan(household, uid).map((member) => ({
          value: member.uid,
          content: (
            <>
              <Avatar uid={member.uid} name={member.name} photoURL={member.avatar} size={36} />
              <span className={styles.name} dir="auto">
                {member.name}
              </span>
            </>
          ),
        }))}
        chosen={value}
        onChoose={onChange}
        rowClassName={styles.member}
      />
    </FormDialog>
  );
}
