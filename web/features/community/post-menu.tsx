import { useState } from 'react';
import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { notify } from '../../lib/notices.ts';
import { fetchWholeContent } from './whole-content.ts';

const loadEditor = async () => (await import('./edit-post-dialog.tsx')).EditPostDialog;

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
  return (
    <>
      <MoreMenu
        label="Post options"
        items={[
          { label: 'Edit', onChoose: edit },
          { label: 'Delete', onChoose: onDelete },
        ]}
      />
      {editor.Dialog && content !== undefined && <editor.Dialog post={{ ...post, content }} onClose={editor.close} />}
    </>
  );
}
