import { Navigate } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { PictureIcon } from '../../components/form-icons.tsx';
import { FormPage } from '../../components/form-page.tsx';
import { useGo } from '../../lib/use-go.ts';
import { useReader } from '../../lib/use-reader.ts';
import { usePublishPost } from './api.ts';
import styles from './create-post-screens.module.css';
import { usePostDraft } from './post-draft.ts';
import { PostFields } from './post-fields.tsx';
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
  const [draft, setDraft, dropDraft] = usePostDraft(author);
  const go = useGo();
  const publish = usePublishPost(author);
  const form = usePostForm({
    formId: author,
    draft,
    onChange: setDraft,
    hasType,
    save: async (sent) => {
      await publish.mutateAsync(sent);
      dropDraft();
    },
    onSent: () => {
      go('/community');
    },
    failureFallback: 'Failed to create post',
  });
  const cancel = (
    <LinkButton to="/community" variant="quiet" onClick={dropDraft}>
      Cancel
    </LinkButton>
  );

  return (
    <FormPage title={title} width={680} form={form} action="Create Post" otherActions={cancel}>
      <PostFields field={form.field} onChange={setDraft} hasType={hasType} />
      {!hasType && (
        <LinkButton to="/community/new" icon={<PictureIcon />} className={styles.other}>
          Add a picture or a video
        </LinkButton>
      )}
    </FormPage>
  );
}
