import { useState } from 'react';
import type { Post } from '../../../server/core/contracts/community.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useDraft } from '../../lib/use-draft.ts';
import { videoId } from '../../lib/youtube.ts';
import { useRevisePost } from './api.ts';
import { emptyDraft, type PostDraft, parseDraft } from './post-draft.ts';
import { PostFields } from './post-fields.tsx';
import { usePostForm } from './use-post-form.ts';

function toDraft({ type, title, content, photos = [], imageUrl = '', youtubeUrl }: Post): PostDraft {
  const id = videoId(youtubeUrl);
  // Otherwise, it is the address of one of the photos.
  const address = photos.length === 0 ? imageUrl : '';
  return {
    ...emptyDraft,
    type,
    title,
    content,
    photos,
    imageUrl: address,
    youtubeUrl: id ? `https://youtu.be/${id}` : '',
  };
}

/** The draft of an edit, and a function that parses a stored one, unless the post was edited elsewhere since. */
function beginEdit(post: Post) {
  const draft = toDraft(post);
  const before = JSON.stringify(draft);
  const parse = (stored: unknown): PostDraft | undefined => {
    const parsed = parseDraft(stored);
    return parsed?.before === before ? parsed : undefined;
  };
  return { initial: { ...draft, before }, parse };
}

/** Keeps a draft until the edit is saved or cancelled: Escape and a reload do not lose the text. */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [{ initial, parse }] = useState(() => beginEdit(post));
  const [draft, setDraft, dropDraft] = useDraft<PostDraft>(`post.edit.${post.id}`, initial, parse);
  const revise = useRevisePost(post.authorId, post.id);
  const form = usePostForm({
    formId: `${post.authorId}.${post.id}`,
    draft,
    onChange: setDraft,
    hasType: true,
    mentions: post.mentions,
    save: async (sent) => {
      await revise.mutateAsync(sent);
      dropDraft();
    },
    onSent: onClose,
    failureFallback: 'Failed to update post',
  });
  const cancel = () => {
    dropDraft();
    onClose();
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial);
  return (
    <FormDialog
      title="Edit post"
      form={form}
      action="Save"
      onClose={cancel}
      onEscape={isChanged || form.busy ? onClose : cancel}
    >
      <PostFields field={form.field} onChange={setDraft} hasType />
    </FormDialog>
  );
}
