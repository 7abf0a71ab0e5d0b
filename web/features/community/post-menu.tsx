import { useState } from 'react';
import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { notify } from '../../lib/notices.ts';
import { fetchWholeContent } from './whole-content.ts';

const loadEditor = async () => (await import('./edit-post-dialog.tsx')).EditPostDialog;
const loadConfirmation = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** The actions of the post's author. */
export function PostMenu({ post, onDelete }: { post: FeedPost; onDelete: () => void }) {
  const editor = useDialog(loadEditor);
  /** The whole content, because an edit replaces all of it. */
  const [content, setContent] = useState<string>();
  const edit = async () => {
    try {
      setContent(await fetchWholeContent(post));
    } catch {
      notify.error('Failed to fetch post');
      return;
    }
    editor.open();
  };
  const confirmation = useDialog(loadConfirmation);
  return (
    <>
      <MoreMenu
        label="Post options"
        items={[
          { label: 'Edit', onChoose: edit },
          { label: 'Delete', onChoose: confirmation.open },
        ]}
      />
      {editor.Dialog && content !== undefined && <editor.Dialog post={{ ...post, content }} onClose={editor.close} />}
      {confirmation.Dialog && (
        <confirmation.Dialog
          title="Delete this post?"
          text="It goes for everybody, with its likes and comments."
          action="Delete post"
          onConfirm={onDelete}
          onClose={confirmation.close}
        />
      )}
    </>
  );
}
