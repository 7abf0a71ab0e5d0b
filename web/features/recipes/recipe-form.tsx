import type { ReactNode } from 'react';
import type { RecipeForm as Form } from '../../../server/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { FormActions, FormPage } from '../../components/form-page.tsx';
import { type DraftFormOptions, useDraftForm } from '../../components/use-draft-form.ts';
import { IngredientAdder } from './ingredient-adder.tsx';
import { InstructionAdder } from './instruction-adder.tsx';
import { checkDraft, refusedField } from './recipe-check.ts';
import { formOf, type RecipeDraft } from './recipe-draft.ts';
import { RecipeFields } from './recipe-fields.tsx';
import styles from './recipe-form.module.css';
import type { ChangeDraft } from './use-video-import.ts';

export interface RecipeFormProps
  extends Pick<DraftFormOptions<RecipeDraft, Form>, 'of' | 'draft' | 'save' | 'onSaved' | 'failure'> {
  title: string;
  onChange: ChangeDraft;
  /** What the button that sends it says. */
  action: string;
  /** Before that button. */
  children?: ReactNode;
}

export function RecipeForm({ title, onChange, action, children, ...options }: RecipeFormProps) {
  const { draft } = options;
  const { form, errors, failure, saving, onSubmit } = useDraftForm<RecipeDraft, Form>({
    ...options,
    check: checkDraft,
    formOf,
    refusedField,
  });
  return (
    <FormPage title={title} width={760}>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <RecipeFields draft={draft} onChange={onChange} errors={errors} sending={saving} />
        <IngredientAdder draft={draft} onChange={onChange} />
        <InstructionAdder draft={draft} onChange={onChange} />
        <FailureAlert failure={failure} className={styles.failed} />
        <FormActions>
          {children}
          <Button type="submit" variant="primary" busy={saving}>
            {action}
          </Button>
        </FormActions>
      </form>
    </FormPage>
  );
}
