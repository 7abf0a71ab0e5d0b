import { useEffect, useRef, useState } from 'react';
import { mealPlanLimits } from '../../../server/core/contracts/limits.ts';
import type { MealNote } from '../../../server/core/contracts/meal-plan.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { TextAreaField, TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { requiredProblem } from '../../lib/field-checks.ts';
import styles from './note-form.module.css';

export interface NoteFormProps {
  note: MealNote;
  /** The label of the submit button. */
  action: string;
  onChoose: (note: MealNote) => void;
  /** Shows the recipes instead. */
  onBack: () => void;
}

/** What is planned without a recipe. The focus starts in the first empty field. */
export function NoteForm({ note, action, onChoose, onBack }: NoteFormProps) {
  const [draft, setDraft] = useState({ title: note.title, details: note.details ?? '' });
  const form = useForm({
    draft,
    onChange: setDraft,
    check: ({ title }) => ({ title: requiredProblem(title, 'Write what is planned') }),
    send: async ({ title, details }) => {
      const trimmed = details.trim();
      onChoose({ title: title.trim(), ...(trimmed !== '' && { details: trimmed }) });
    },
    explain: explainFailure('Failed to update meal plan'),
  });
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controls = [...(fields.current?.querySelectorAll<HTMLElement>('input, textarea') ?? [])];
    (controls.find((control) => control.matches(':placeholder-shown')) ?? controls[0])?.focus();
  }, []);
  const { field } = form;
  const back = (
    <Button variant="quiet" onClick={onBack}>
      Search recipes
    </Button>
  );
  return (
    <Form form={form} action={action} otherActions={back}>
      <div ref={fields} className={styles.fields}>
        <TextField
          label="What is planned"
          {...field('title')}
          maxLength={mealPlanLimits.note}
          placeholder="Eating out"
          required
        />
        <TextAreaField
          label="Details"
          {...field('details')}
          rows={2}
          maxLength={mealPlanLimits.details}
          placeholder="Where, when, with whom"
        />
      </div>
    </Form>
  );
}
