import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { IngredientAdder } from './ingredient-adder.tsx';
import { InstructionAdder } from './instruction-adder.tsx';
import { RecipeFields } from './recipe-fields.tsx';
import styles from './recipe-form.module.css';
import { type RecipeFormOptions, useRecipeForm } from './use-recipe-form.ts';
import type { ChangeDraft } from './use-video-import.ts';

export interface RecipeFormProps extends RecipeFormOptions {
  title: string;
  onChange: ChangeDraft;
  /** What the button that sends it says. */
  action: string;
  /** Before that button. */
  children?: ReactNode;
}

export function RecipeForm({ title, onChange, action, children, ...options }: RecipeFormProps) {
  const { draft } = options;
  const { form, errors, failure, saving, onSubmit } = useRecipeForm(options);
  return (
    <div className={styles.screen}>
      <PageTitle title={title} />
      <Card className={styles.card}>
        <form ref={form} noValidate onSubmit={onSubmit}>
          <RecipeFields draft={draft} onChange={onChange} errors={errors} sending={saving} />
          <IngredientAdder draft={draft} onChange={onChange} />
          <InstructionAdder draft={draft} onChange={onChange} />
          <FailureAlert failure={failure} className={styles.failed} />
          <div className={styles.actions}>
            {children}
            <Button type="submit" variant="primary" busy={saving}>
              {action}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}
