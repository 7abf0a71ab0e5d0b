import type { PostForm } from '../../../server/core/contracts/community.ts';
import { type FormOptions, useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { checkDraft } from './post-check.ts';
import { type PostDraft, toPostForm } from './post-draft.ts';

export interface PostFormOptions extends Pick<FormOptions<PostDraft>, 'draft' | 'onChange' | 'onSent'> {
  /** Identifies the form: its author and its subject. */
  formId: string;
  /** Whether the form has a choice of type. Otherwise the post is a text. */
  hasType: boolean;
  save: (sent: { form: PostForm; key: string }) => Promise<unknown>;
  /** The error text if the server gives none. */
  failureFallback: string;
}

export function usePostForm({ formId, hasType, save, failureFallback, ...options }: PostFormOptions) {
  return useForm({
    ...options,
    check: (draft) => checkDraft(draft, hasType),
    send: (draft) => sendIdempotently(formId, toPostForm(hasType ? draft : { ...draft, type: 'text' }), save),
    explain: explainFailure(failureFallback),
  });
}
