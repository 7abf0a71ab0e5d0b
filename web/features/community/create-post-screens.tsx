import { Navigate } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { DraftsButton } from '../../components/drafts-button.tsx';
import { PictureIcon } from '../../components/form-icons.tsx';
import { FormPage } from '../../components/form-page.tsx';
import { newId } from '../../lib/new-id.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { useGo } from '../../lib/use-go.ts';
import { useReader } from '../../lib/use-reader.ts';
import { usePublishPost } from './api.ts';
import styles from './create-post-screens.module.css';
import { draftText, hasMedia } from './post-draft.ts';
import { PostFields } from './post-fields.tsx';
import { usePostDraft } from './use-post-draft.ts';
import { usePostForm } from './use-post-form.ts';

/** /create-post: title and text. */
export const SimplePostScreen = () => <CreatePost title="Create New Post" hasType={false} />;

/** /community/new: text, picture or video. */
export const TypedPostScreen = () => <CreatePost title="Create a New Post" hasType />;

interface CreatePostProps {
  title: string;
  hasType: boolean;
}

function CreatePost(props: CreatePostProps) {
  const { reader } = useReader();
  return reader === null ? <Navigate to="/login" replace /> : <CreatePostForm {...props} author={reader} />;
}

function CreatePostForm({ title, hasType, author }: CreatePostProps & { author: string }) {
  const { draft, draftKey, formId, change, drop, open, startNew } = usePostDraft(author);
  const go = useGo();
  const publish = usePublishPost(author);
  const form = usePostForm({
    formId,
    draft,
    onChange: change,
    hasType,
    save: async (sent) => {
      await publish.mutateAsync(sent);
      drop();
    },
    onSent: () => {
      go('/community');
    },
    failureFallback: 'Failed to create post',
  });
  const discard = () => {
    const onUndo = drop();
    if (onUndo) undoOffers.show({ changeKey: newId(), message: `Deleted “${draftText(draft).title}”`, onUndo });
  };
  const cancel = (
    <LinkButton to="/community" variant="quiet" onClick={discard}>
      Cancel
    </LinkButton>
  );
  const drafts = (
    <DraftsButton
      place={{ uid: author, kind: 'post' }}
      disabled={form.busy}
      current={draft.draftId}
      textOf={draftText}
      onOpen={open}
      onNew={startNew}
    />
  );

  // The other form has fields for all that it contains.
  if (!hasType && hasMedia(draft)) return <Navigate to="/community/new" replace />;
  return (
    <FormPage title={title} width={680} titleAction={drafts} form={form} action="Create Post" otherActions={cancel}>
      <PostFields draftKey={draftKey} field={form.field} onChange={change} hasType={hasType} />
      {!hasType && (
        <LinkButton to="/community/new" icon={<PictureIcon />} className={styles.other}>
          Add a picture or a video
        </LinkButton>
      )}
    </FormPage>
  );
}
