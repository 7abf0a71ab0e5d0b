import type { Mention, PostForm } from '../../../server/core/contracts/community.ts';
import { communityLimits } from '../../../server/core/contracts/limits.ts';
import { occurringMentions } from '../../../server/core/contracts/mention-places.ts';
import { type FormOptions, useForm } from '../../components/use-form.ts';
import { chosenMentions } from '../../lib/chosen-mentions.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { type FormId, type SentForm, sendIdempotently } from '../../lib/send-idempotently.ts';
import { checkDraft } from './post-check.ts';
import { type PostDraft, toPostForm } from './post-draft.ts';

export interface PostFormOptions extends Pick<FormOptions<PostDraft>, 'draft' | 'onChange' | 'onSent'> {
  formId: FormId;
  /** Whether the form has a choice of type. Otherwise the post is a text. */
  hasType: boolean;
  save: (sent: SentForm<PostForm>) => Promise<unknown>;
  /** Those of the post that is edited. */
  mentions?: readonly Mention[] | undefined;
  /** The error text if the server gives none. */
  failureFallback: string;
}

const withoutMentions = ({ mentions: _, ...written }: PostForm) => written;

export function usePostForm({
  formId,
  hasType,
  save,
  mentions: former = [],
  failureFallback,
  ...options
}: PostFormOptions) {
  const knownMentions = (content: string): Mention[] =>
    occurringMentions(content, [...chosenMentions(content), ...former], communityLimits.mentions);
  return useForm({
    ...options,
    check: (draft) => checkDraft(draft, hasType),
    send: (draft) => {
      const mentions = knownMentions(draft.content);
      const written = toPostForm(hasType ? draft : { ...draft, type: 'text' });
      // A reload forgets whom the user has chosen.
      return sendIdempotently(formId, { ...written, ...(mentions.length > 0 && { mentions }) }, save, withoutMentions);
    },
    explain: explainFailure(failureFallback),
  });
}
