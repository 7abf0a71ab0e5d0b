import type { SubmitEvent } from 'react';
import type { Comment } from '../../../server/core/contracts/community.ts';
import { Avatar } from '../../components/avatar.tsx';
import { CommentInput } from '../../components/comment-input.tsx';
import { SendIcon } from '../../components/icons.tsx';
import { MentionArea } from '../../components/mention-area.tsx';
import { useCommentForm } from '../../lib/use-comment-form.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useAttachedPhotos } from '../../photos/use-attached-photos.tsx';
import styles from './made-this-form.module.css';

export interface MadeThisFormProps {
  recipeId: string;
  /** If the comment cannot be sent, its text returns to the draft. */
  onSend: (comment: Comment) => void;
}

/** The key gives each user their own field, so that a draft is not shown to the next user. */
export function MadeThisForm(props: MadeThisFormProps) {
  const { reader } = useReader();
  return <UserForm key={reader} {...props} />;
}

function UserForm({ recipeId, onSend }: MadeThisFormProps) {
  const { reader } = useReader();
  const attached = useAttachedPhotos(reader, recipeId);
  const { user, text, setText, isBlank, takeComment, mayAddPhotos } = useCommentForm(
    recipeId,
    'comment on this recipe',
    attached,
  );
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const comment = takeComment();
    if (comment) onSend(comment);
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <Avatar uid={user?.uid ?? ''} name={user?.name ?? ''} photoURL={user?.photoURL} size={36} />
      <MentionArea text={text} onChange={setText} placement="below" className={styles.area}>
        <CommentInput label="How did it turn out?" text={text} onChange={setText} className={styles.input} />
      </MentionArea>
      {attached.addButton(styles.camera, mayAddPhotos)}
      <button type="submit" className={styles.send} aria-label="Send comment" title="Send" disabled={isBlank}>
        <SendIcon size={18} />
      </button>
      {attached.field && <div className={styles.photos}>{attached.field}</div>}
    </form>
  );
}
