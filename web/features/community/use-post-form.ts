import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PostForm } from '../../../server/contracts/community.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formOf, type PostDraft } from './post-draft.ts';
import type { PostErrors } from './post-fields.tsx';
import { forgetKey, keyForSending } from './post-key.ts';

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

function check({ title, content }: PostDraft, typed: boolean): PostErrors {
  return {
    ...(title.trim() === '' && { title: 'Title is required' }),
    ...(!typed && content.trim() === '' && { content: 'Content is required' }),
  };
}

/** Checks and sends a post form. Whatever fails, what was written stays in its fields. */
export function usePostForm({ of, draft, typed, save, onSaved, failure }: PostFormOptions) {
  const [errors, setErrors] = useState<PostErrors>({});
  const [failed, setFailed] = useState<string>();
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (errors.title ?? errors.content) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = check(draft, typed);
    setErrors(found);
    setFailed(undefined);
    if (saving || Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const written = formOf(typed ? draft : { ...draft, type: 'text' });
      await save({ form: written, key: keyForSending(of, written) });
      forgetKey(of);
      onSaved();
    } catch (error) {
      setFailed(failureText(error, failure));
    } finally {
      setSaving(false);
    }
  };

  return { form, errors, failed, saving, onSubmit };
}
