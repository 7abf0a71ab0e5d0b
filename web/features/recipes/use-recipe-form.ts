import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { RecipeForm } from '../../../server/contracts/recipes.ts';
import { useFailure } from '../../components/failure.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { forgetKey, keyForSending } from '../../lib/form-key.ts';
import { checkDraft, type RecipeErrors, refusedField, stillWrong } from './recipe-check.ts';
import { formOf, type RecipeDraft } from './recipe-draft.ts';

export interface RecipeFormOptions {
  /** Which form it is: its author and what it is about. */
  of: string;
  draft: RecipeDraft;
  save: (sent: { form: RecipeForm; key: string }) => Promise<unknown>;
  onSaved: () => void;
  /** Said when the server gives no words of its own. */
  failure: string;
}

/** Checks and sends a recipe form. Whatever fails, what was written stays in its fields. */
export function useRecipeForm({ of, draft, save, onSaved, failure: failed }: RecipeFormOptions) {
  const [found, setFound] = useState<{ errors: RecipeErrors; draft: RecipeDraft }>();
  const [failure, tellFailure] = useFailure();
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (found) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [found]);

  const tell = (error: unknown) => {
    const text = failureText(error, failed);
    const errors = refusedField(text);
    if (errors) setFound({ errors, draft });
    tellFailure(errors ? undefined : text);
  };
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (saving) return;
    const errors = checkDraft(draft);
    const wrong = Object.keys(errors).length > 0;
    setFound(wrong ? { errors, draft } : undefined);
    if (wrong) return tellFailure(undefined);
    setSaving(true);
    try {
      const written = formOf(draft);
      await save({ form: written, key: keyForSending(of, written) });
      forgetKey(of);
      onSaved();
    } catch (error) {
      tell(error);
    } finally {
      setSaving(false);
    }
  };

  const errors = found ? stillWrong(found.errors, found.draft, draft) : {};
  return { form, errors, failure, saving, onSubmit };
}
