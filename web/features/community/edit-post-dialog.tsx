import { useState } from 'react';
import type { Post } from '../../../server/contracts/community.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { videoId } from '../../lib/youtube.ts';
import { useRevisePost } from './api.ts';
import styles from './edit-post-dialog.module.css';
import { emptyDraft, type PostDraft } from './post-draft.ts';
import { PostFields } from './post-fields.tsx';
import { usePostForm } from './use-post-form.ts';

function draftOf({ type, title, content, imageUrl = '', youtubeUrl }: Post): PostDraft {
  const id = videoId(youtubeUrl);
  return { ...emptyDraft, type, title, content, imageUrl, youtubeUrl: id ? `https://youtu.be/${id}` : '' };
}

export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(post));
  const revise = useRevisePost(post.id);
  const { form, errors, failure, saving, onSubmit } = usePostForm({
    of: `${post.authorId}.${post.id}`,
    draft,
    typed: true,
    save: revise.mutateAsync,
    onSaved: onClose,
    failure: 'Failed to update post',
  });
  return (
    <Dialog title="Edit post" onClose={onClose}>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <PostFields draft={draft} onChange={setDraft} errors={errors} typed />
        <FailureAlert failure={failure} className={styles.failed} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={saving}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
