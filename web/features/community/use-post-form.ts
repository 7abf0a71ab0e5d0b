import type { PostForm } from '../../../server/core/contracts/community.ts';
import { type FormOptions, useForm } from '../../components/use-form.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { sendIdempotently } from '../../lib/send-idempotently.ts';
import { checkDraft } from './post-check.ts';
import { formOf, type PostDraft } from './post-draft.ts';

export interface PostFormOptions extends Pick<FormOptions<PostDraft>, 'draft' | 'onChange' | 'onSent'> {
  /** Which form it is: its author and what it is about. */
  of: string;
  /** With a choice of what kind of post it is; without it is text. */
  typed: boolean;
  save: (sent: { form: PostForm; key: string }) => Promise<unknown>;
  /** Said when the server gives no words of its own. */
  failure: string;
}

export function usePostForm({ of, typed, save, failure, ...options }: PostFormOptions) {
  return useForm({
    ...options,
    check: (draft) => checkDraft(draft, typed),
    send: (draft) => sendIdempotently(of, formOf(typed ? draft : { ...draft, type: 'text' }), save),
    explain: explainFailure(failure),
  });
}
