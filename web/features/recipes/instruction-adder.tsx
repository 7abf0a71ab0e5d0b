import { useRef, useState } from 'react';
import { recipeLimits } from '../../../server/contracts/limits.ts';
import { Button } from '../../components/button.tsx';
import { TextAreaField } from '../../components/text-field.tsx';
import { EntryRow } from './entry-row.tsx';
import type { AdderProps } from './ingredient-adder.tsx';
import { withInstruction, withInstructionAt, withoutBlankEntries, withoutInstruction } from './recipe-draft.ts';
import styles from './recipe-form.module.css';

export function InstructionAdder({ draft, onChange }: AdderProps) {
  const field = useRef<HTMLDivElement>(null);
  const [changing, setChanging] = useState<number>();
  const { instructions } = draft;
  const full = instructions.length >= recipeLimits.steps;
  const focusField = () => field.current?.querySelector('textarea')?.focus();
  const add = () => {
    if (!full) onChange(withInstruction(draft));
    focusField();
  };
  const close = () => {
    setChanging(undefined);
    onChange(withoutBlankEntries(draft));
  };
  const remove = (at: number) => {
    setChanging(undefined);
    onChange(withoutInstruction(draft, at));
    if (at === instructions.length - 1) focusField(); // Else the next one takes its place, and the focus.
  };

  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>Instructions</legend>
      {instructions.length > 0 && (
        <ol className={styles.list}>
          {instructions
            .map((step, at) => ({ step, at, number: at + 1 }))
            .map(({ step, at, number }) => (
              <EntryRow
                key={at}
                removeLabel={`Delete step ${number}`}
                onRemove={() => remove(at)}
                open={changing === at}
                onOpen={() => setChanging(at)}
                onClose={close}
                fieldsLabel={`Change step ${number}`}
                fieldsClassName={styles.instruction}
                fields={
                  <TextAreaField
                    label={`Step ${number}`}
                    value={step}
                    onChange={(written) => onChange(withInstructionAt(draft, at, written))}
                    onEnter={close}
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
      <div ref={field} className={styles.instruction}>
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
    </fieldset>
  );
}
