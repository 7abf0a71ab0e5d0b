import { Link, Navigate, useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '../../components/button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { FormActions, FormPage } from '../../components/form-page.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { usePublishPost } from './api.ts';
import styles from './create-post-screens.module.css';
import { usePostDraft } from './post-draft.ts';
import { PostFields } from './post-fields.tsx';
import { usePostForm } from './use-post-form.ts';

/** /create-post: title and text. */
export const SimplePostScreen = () => <CreatePost title="Create New Post" typed={false} />;

/** /community/new: text, picture or video. */
export const TypedPostScreen = () => <CreatePost title="Create a New Post" typed />;

interface CreatePostProps {
  title: string;
  typed: boolean;
}

function CreatePost(props: CreatePostProps) {
  const { reader } = useReader();
  return reader === null ? <Navigate to="/login" replace /> : <Form {...props} author={reader} />;
}

function Form({ title, typed, author }: CreatePostProps & { author: string }) {
  const [draft, setDraft, dropDraft] = usePostDraft(author);
  const navigate = useNavigate();
  const publish = usePublishPost(author);
  const { form, errors, failure, saving, onSubmit } = usePostForm({
    of: author,
    draft,
    typed,
    save: publish.mutateAsync,
    onSaved: () => {
      dropDraft();
      Promise.resolve(navigate('/community')).catch(reportError);
    },
    failure: 'Failed to create post',
  });

  return (
    <FormPage title={title} width={680}>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <PostFields draft={draft} onChange={setDraft} errors={errors} typed={typed} />
        {!typed && (
          <p className={styles.other}>
            <Link to="/community/new">Add a picture or a video</Link>
          </p>
        )}
        <FailureAlert failure={failure} className={styles.failed} />
        <FormActions>
          <LinkButton to="/community" variant="quiet" onClick={dropDraft}>
            Cancel
          </LinkButton>
          <Button type="submit" variant="primary" busy={saving}>
            Create Post
          </Button>
        </FormActions>
      </form>
    </FormPage>
  );
}
