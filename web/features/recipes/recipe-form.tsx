import type { ReactNode } from 'react';
import type { RecipeForm as Form } from '../../../server/core/contracts/recipes.ts';
import { DraftsButton, type DraftsButtonProps } from '../../components/drafts-button.tsx';
import { FormPage } from '../../components/form-page.tsx';
import { type FormOptions, useForm } from '../../components/use-form.ts';
import { type FormId, type SentForm, sendIdempotently } from '../../lib/send-idempotently.ts';
import { IngredientAdder } from './ingredient-adder.tsx';
import { InstructionAdder } from './instruction-adder.tsx';
import { PreviewButton } from './preview-button.tsx';
import { checkDraft } from './recipe-check.ts';
import { type RecipeDraft, toRecipeForm } from './recipe-draft.ts';
import { RecipeFields } from './recipe-fields.tsx';
import type { ChangeDraft } from './use-video-import.ts';

interface Saved {
  readonly id: string;
}

export interface RecipeFormProps {
  title: string;
  formId: FormId;
  draft: RecipeDraft;
  /** Identifies the draft, if the form may show another one. */
  draftKey?: string;
  onChange: ChangeDraft;
  /** Resolves to nothing if it could not be sent now. */
  save: (sent: SentForm<Form>) => Promise<Saved | undefined>;
  onSent: (saved: Saved | undefined) => void;
  explain: FormOptions<RecipeDraft>['explain'];
  /** The label of the submit button. */
  action: string;
  /** The author's other drafts, which the form can show. */
  drafts?: Omit<DraftsButtonProps, 'disabled'> | undefined;
  /** Shown before the fields. */
  start?: ReactNode;
  /** Shown before the submit button. */
  children?: ReactNode;
}

export const formWidthPx = 760;

export function RecipeForm({
  title,
  formId,
  draft,
  draftKey,
  onChange,
  save,
  onSent,
  explain,
  action,
  drafts,
  start,
  children,
}: RecipeFormProps) {
  const form = useForm({
    draft,
    onChange,
    check: checkDraft,
    send: () => sendIdempotently(formId, toRecipeForm(draft), save),
    onSent,
    explain,
  });
  const actions = (
    <>
      {children}
      <PreviewButton draft={draft} />
    </>
  );
  return (
    <FormPage
      title={title}
      width={formWidthPx}
      titleAction={drafts && <DraftsButton {...drafts} disabled={form.busy} />}
      form={form}
      action={action}
      otherActions={actions}
    >
      {start}
      <RecipeFields draft={draft} draftKey={draftKey} onChange={onChange} field={form.field} isSending={form.busy} />
      <IngredientAdder draft={draft} onChange={onChange} />
      <InstructionAdder draft={draft} onChange={onChange} />
    </FormPage>
  );
}
