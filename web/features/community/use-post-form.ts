import type { PostForm } from '../../../server/contracts/community.ts';
import { type DraftFormOptions, useDraftForm } from '../../components/use-draft-form.ts';
import { ApiError } from '../../lib/api-client.ts';
import { checkDraft } from './post-check.ts';
import { formOf, type PostDraft } from './post-draft.ts';

export interface PostFormOptions
  extends Pick<DraftFormOptions<PostDraft, PostForm>, 'of' | 'draft' | 'save' | 'onSaved' | 'failure'> {
  typed: boolean;
}

export function usePostForm({ typed, ...options }: PostFormOptions) {
  const type = typed ? options.draft.type : 'text';
  return useDraftForm<PostDraft, PostForm>({
    ...options,
    check: (draft) => checkDraft(draft, typed),
    formOf: (draft) => formOf({ ...draft, type }),
    refusedField: (error) => (error instanceof ApiError ? refusedField(error, type) : undefined),
  });
}

/** Of what was checked here, that can only be the address, or a title that nobody sees. */
function refusedField({ code }: ApiError, type: PostDraft['type']): keyof PostDraft | undefined {
  if (code === 'TITLE_REQUIRED') return 'title';
  if (code !== 'INVALID_INPUT' || type === 'text') return undefined;
  return type === 'image' ? 'imageUrl' : 'youtubeUrl';
}
