import { useState } from 'react';
import type { Post } from '../../../server/core/contracts/community.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { videoId } from '../../lib/youtube.ts';
import { useRevisePost } from './api.ts';
import { emptyDraft, type PostDraft } from './post-draft.ts';
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

export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [draft, setDraft] = useState(() => toDraft(post));
  const revise = useRevisePost(post.authorId, post.id);
  const form = usePostForm({
    formId: `${post.authorId}.${post.id}`,
    draft,
    onChange: setDraft,
    hasType: true,
    mentions: post.mentions,
    save: revise.mutateAsync,
    onSent: onClose,
    failureFallback: 'Failed to update post',
  });
  return (
    <FormDialog title="Edit post" form={form} action="Save" onClose={onClose}>
      <PostFields field={form.field} onChange={setDraft} hasType />
    </FormDialog>
  );
}
