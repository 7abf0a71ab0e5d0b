import { useRef } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { FormPart } from '../../components/form-part.tsx';
import { TextAreaField } from '../../components/text-field.tsx';
import { EntryRow } from './entry-row.tsx';
import { withInstruction, withInstructionAt } from './recipe-draft.ts';
import styles from './recipe-form.module.css';
import { type AdderProps, useEntryRows } from './use-entry-rows.ts';

export function InstructionAdder({ draft, onChange }: AdderProps) {
  const box = useRef<HTMLDivElement>(null);
  const focusBox = () => box.current?.querySelector('textarea')?.focus();
  const row = useEntryRows('instructions', { draft, onChange }, focusBox);
  const { instructions } = draft;
  const full = instructions.length >= recipeLimits.steps;
  const add = () => {
    if (!full) onChange(withInstruction(draft));
    focusBox();
  };

  return (
    <FormPart legend="Instructions" className={styles.part}>
      {instructions.length > 0 && (
        <ol className={styles.list}>
          {instructions
            .map((step, at) => ({ step, at, number: at + 1, ...row(at) }))
            .map(({ step, at, number, ...acts }) => (
              <EntryRow
                key={at}
                {...acts}
                removeLabel={`Delete step ${number}`}
                fieldsLabel={`Change step ${number}`}
                fieldsClassName={styles.instruction}
                fields={
                  <TextAreaField
                    label={`Step ${number}`}
                    value={step}
                    onChange={(written) => onChange(withInstructionAt(draft, at, written))}
                    onEnter={acts.onClose}
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
      <div ref={box} className={styles.instruction}>
        <TextAreaField
          label="Instruction"
          value={draft.instruction}
          onChange={(instruction) => onChange({ ...draft, instruction })}
          onEnter={add}
          placeholder="What is done next?"
          rows={1}
          maxLength={recipeLimits.step}
        />
        <Button disabled={full} onClick={add}>
          Add Step
        </Button>
      </div>
    </FormPart>
  );
}
