import type { Post } from '../../../server/contracts/community.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';

const loadEditor = async () => (await import('./edit-post-dialog.tsx')).EditPostDialog;
const loadQuestion = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** What an author can do with his post. */
export function PostMenu({ post, onDelete }: { post: Post; onDelete: () => void }) {
  const editor = useDialog(loadEditor);
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
      {editor.Dialog && <editor.Dialog post={post} onClose={editor.close} />}
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
