import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PostForm } from '../../../server/contracts/community.ts';
import { useFailure } from '../../components/failure.tsx';
import { ApiError } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { forgetKey, keyForSending } from '../../lib/form-key.ts';
import { checkDraft, type PostErrors, stillWrong } from './post-check.ts';
import { formOf, type PostDraft } from './post-draft.ts';

export interface PostFormOptions {
  /** Which form it is: its author and what it is about. */
  of: string;
  draft: PostDraft;
  typed: boolean;
  save: (sent: { form: PostForm; key: string }) => Promise<unknown>;
  onSaved: () => void;
  /** Said when the server gives no words of its own. */
  failure: string;
}

/** Checks and sends a post form. Whatever fails, what was written stays in its fields. */
export function usePostForm({ of, draft, typed, save, onSaved, failure: failed }: PostFormOptions) {
  const [found, setFound] = useState<{ errors: PostErrors; draft: PostDraft }>();
  const [failure, tellFailure] = useFailure();
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (found) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [found]);

  const tell = (error: unknown) => {
    const text = failureText(error, failed);
    const field = error instanceof ApiError ? refusedField(error, typed ? draft.type : 'text') : undefined;
    if (field) setFound({ errors: { [field]: text }, draft });
    tellFailure(field ? undefined : text);
  };
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (saving) return;
    const errors = checkDraft(draft, typed);
    const wrong = Object.keys(errors).length > 0;
    setFound(wrong ? { errors, draft } : undefined);
    if (wrong) return tellFailure(undefined);
    setSaving(true);
    try {
      const written = formOf(typed ? draft : { ...draft, type: 'text' });
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

/** Which field the server does not take: of what was checked here, that can only be the address, or a title that nobody sees. */
function refusedField({ code }: ApiError, type: PostDraft['type']): keyof PostErrors | undefined {
  if (code === 'TITLE_REQUIRED') return 'title';
  if (code !== 'INVALID_INPUT' || type === 'text') return undefined;
  return type === 'image' ? 'imageUrl' : 'youtubeUrl';
}
