import { useRef } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { FormPart } from '../../components/form-part.tsx';
import { Announcement } from '../../components/screen-reader.tsx';
import { TextAreaField } from '../../components/text-field.tsx';
import { EntryRow } from './entry-row.tsx';
import { withPastedSteps } from './pasted-entries.ts';
import { withInstruction, withInstructionAt } from './recipe-draft.ts';
import styles from './recipe-form.module.css';
import { type AdderProps, useEntryRows } from './use-entry-rows.ts';
import { useListPaste } from './use-list-paste.ts';

export function InstructionAdder({ draft, onChange }: AdderProps) {
  const input = useRef<HTMLDivElement>(null);
  const focusInput = () => input.current?.querySelector('textarea')?.focus();
  const { instructions } = draft;
  const { listRef, announcement, rowProps } = useEntryRows<HTMLOListElement>({
    list: 'instructions',
    names: instructions.map((_, index) => `step ${index + 1}`),
    ...{ draft, onChange },
    focusFields: focusInput,
  });
  const onPaste = useListPaste({ draft, onChange }, withPastedSteps);
  const isFull = instructions.length >= recipeLimits.steps;
  const add = () => {
    if (!isFull) onChange(withInstruction(draft));
    focusInput();
  };

  return (
    <FormPart legend="Instructions" className={styles.part}>
      {instructions.length > 0 && (
        <ol ref={listRef} className={styles.list}>
          {instructions
            .map((step, index) => ({ step, index, number: index + 1, ...rowProps(index) }))
            .map(({ step, index, number, ...row }) => (
              <EntryRow
                key={index}
                {...row}
                removeLabel={`Delete step ${number}`}
                fieldsLabel={`Change step ${number}`}
                fieldsClassName={styles.instruction}
                fields={
                  <TextAreaField
                    label={`Step ${number}`}
                    value={step}
                    onChange={(changed) => onChange(withInstructionAt(draft, index, changed))}
                    onEnter={row.onClose}
                    rows={1}
                    maxLength={recipeLimits.step}
                  />
                }
              >
                <span className={styles.number}>{number}</span>
                <span className={styles.text}>{step}</span>
              </EntryRow>
            ))}
        </ol>
      )}
      <Announcement>{announcement}</Announcement>
      <div ref={input} className={styles.instruction} onPaste={onPaste}>
        <TextAreaField
          label="Instruction"
          value={draft.instruction}
          onChange={(instruction) => onChange({ ...draft, instruction })}
          onEnter={add}
          placeholder="What is done next?"
          rows={1}
          maxLength={recipeLimits.step}
        />
        <Button disabled={isFull} onClick={add}>
          Add Step
        </Button>
      </div>
    </FormPart>
  );
}
