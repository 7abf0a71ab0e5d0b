import type { FeedPost } from '../../../server/contracts/community.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { wholeContentOf } from './whole-content.ts';

/** With all of the content: a revision replaces it. */
async function loadEditor(post: FeedPost) {
  const [{ EditPostDialog }, content] = await Promise.all([import('./edit-post-dialog.tsx'), wholeContentOf(post)]);
  return ({ onClose }: { onClose: () => void }) => <EditPostDialog post={{ ...post, content }} onClose={onClose} />;
}
const loadQuestion = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** What the author of a post can do with it. */
export function PostMenu({ post, onDelete }: { post: FeedPost; onDelete: () => void }) {
  const editor = useDialog(() => loadEditor(post));
  const question = useDialog(loadQuestion);
  return (
    <>
      <MoreMenu
        label="Post options"
        items={[
          { label: 'Edit', onChoose: editor.open },
          { label: 'Delete', onChoose: question.open },
        ]}
      />
      {editor.Dialog && <editor.Dialog onClose={editor.close} />}
      {question.Dialog && (
        <question.Dialog
          title="Delete this post?"
          text="It goes for everybody, with its likes and comments."
          action="Delete post"
          onConfirm={onDelete}
          onClose={question.close}
        />
      )}
    </>
  );
}
