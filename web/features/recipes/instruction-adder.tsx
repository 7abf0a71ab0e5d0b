import { useRef } from 'react';
import { recipeLimits } from '../../../server/contracts/limits.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { TextAreaField } from '../../components/text-field.tsx';
import type { AdderProps } from './ingredient-adder.tsx';
import { withInstruction, withoutInstruction } from './recipe-draft.ts';
import styles from './recipe-form.module.css';

export function InstructionAdder({ draft, onChange }: AdderProps) {
  const field = useRef<HTMLDivElement>(null);
  const { instructions } = draft;
  const full = instructions.length >= recipeLimits.steps;
  const add = () => {
    if (!full) onChange(withInstruction(draft));
    field.current?.querySelector('textarea')?.focus();
  };

  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>Instructions</legend>
      {instructions.length > 0 && (
        <ol className={styles.list}>
          {instructions
            .map((step, at) => ({ step, number: at + 1 }))
            .map(({ step, number }) => (
              <li key={number} className={styles.row}>
                <span className={styles.number}>{number}</span>
                <span className={styles.text}>{step}</span>
                <IconButton
                  label={`Delete step ${number}`}
                  icon={<CloseIcon size={16} />}
                  onClick={() => onChange(withoutInstruction(draft, number - 1))}
                />
              </li>
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
        <Button className={styles.add} disabled={full} onClick={add}>
          Add Step
        </Button>
      </div>
    </fieldset>
  );
}
