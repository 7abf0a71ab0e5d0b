import type { ReactNode } from 'react';
import type { RecipeForm as Form } from '../../../server/core/contracts/recipes.ts';
import { FormPage } from '../../components/form-page.tsx';
import { useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { IngredientAdder } from './ingredient-adder.tsx';
import { InstructionAdder } from './instruction-adder.tsx';
import { checkDraft } from './recipe-check.ts';
import { formOf, type RecipeDraft } from './recipe-draft.ts';
import { RecipeFields } from './recipe-fields.tsx';
import type { ChangeDraft } from './use-video-import.ts';

export interface RecipeFormProps {
  title: string;
  /** Which form it is: its author and what it is about. */
  of: string;
  draft: RecipeDraft;
  onChange: ChangeDraft;
  save: (sent: { form: Form; key: string }) => Promise<unknown>;
  onSent: () => void;
  /** Said when the server gives no words of its own. */
  failure: string;
  /** What the button that sends it says. */
  action: string;
  /** Before that button. */
  children?: ReactNode;
}

/** In px. */
export const formWidth = 760;

export function RecipeForm({ title, of, draft, onChange, save, onSent, failure, action, children }: RecipeFormProps) {
  const form = useForm({
    draft,
    onChange,
    check: checkDraft,
    send: () => sendIdempotently(of, formOf(draft), save),
    onSent,
    explain: explainFailure(failure),
  });
  return (
    <FormPage title={title} width={formWidth} form={form} action={action} otherActions={children}>
      <RecipeFields draft={draft} onChange={onChange} field={form.field} sending={form.busy} />
      <IngredientAdder draft={draft} onChange={onChange} />
      <InstructionAdder draft={draft} onChange={onChange} />
    </FormPage>
  );
}
