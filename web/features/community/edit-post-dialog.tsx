import { useState } from 'react';
import type { Post } from '../../../server/core/contracts/community.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { videoId } from '../../lib/youtube.ts';
import { useDraft } from '../../lib/use-draft.ts';
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

/** Keeps a draft until the edit is saved or cancelled: Escape and a reload do not lose the text. */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [initial] = useState(() => toDraft(post));
  const [draft, setDraft, dropDraft] = useDraft(`post.edit.${post.id}`, initial, parseDraft);
  const end = () => {
    dropDraft();
    onClose();
  };
  const revise = useRevisePost(post.authorId, post.id);
  const form = usePostForm({
    formId: `${post.authorId}.${post.id}`,
    draft,
    onChange: setDraft,
    hasType: true,
    mentions: post.mentions,
    save: revise.mutateAsync,
    onSent: end,
    failureFallback: 'Failed to update post',
  });
  return (
    <FormDialog title="Edit post" form={form} action="Save" onClose={onClose} onCancel={end}>
      <PostFields field={form.field} onChange={setDraft} hasType />
    </FormDialog>
  );
}
