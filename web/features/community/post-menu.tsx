import { useState } from 'react';
import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useNotice } from '../../components/notice.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { wholeContentOf } from './whole-content.ts';

const loadEditor = async () => (await import('./edit-post-dialog.tsx')).EditPostDialog;
const loadQuestion = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** What the author of a post can do with it. */
export function PostMenu({ post, onDelete }: { post: FeedPost; onDelete: () => void }) {
  const editor = useDialog(loadEditor);
  /** All of what is edited: a revision replaces it. */
  const [whole, setWhole] = useState<string>();
  const notify = useNotice();
  const edit = async () => {
    try {
      setWhole(await wholeContentOf(post));
    } catch {
      notify.error('Failed to fetch post');
      return;
    }
    editor.open();
  };
  const question = useDialog(loadQuestion);
  return (
    <>
      <MoreMenu
        label="Post options"
        items={[
          { label: 'Edit', onChoose: edit },
          { label: 'Delete', onChoose: question.open },
        ]}
      />
      {editor.Dialog && whole !== undefined && (
        <editor.Dialog post={{ ...post, content: whole }} onClose={editor.close} />
      )}
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
