import type { SubmitEvent } from 'react';
import type { Comment } from '../../../server/core/contracts/community.ts';
import { communityLimits } from '../../../server/core/contracts/limits.ts';
import { Avatar } from '../../components/avatar.tsx';
import { SendIcon } from '../../components/icons.tsx';
import { MentionArea } from '../../components/mention-area.tsx';
import { chosenMentions } from '../../lib/chosen-mentions.ts';
import { useCommentDraft } from '../../lib/comment-draft.ts';
import { sendByEnter } from '../../lib/send-by-enter.ts';
import { useReader } from '../../lib/use-reader.ts';
import { writtenComment } from '../../lib/written-comment.ts';
import { useAttachedPhotos } from '../../photos/use-attached-photos.tsx';
import styles from './made-this-form.module.css';

export interface MadeThisFormProps {
  recipeId: string;
  /** If the comment cannot be sent, its text returns to the draft. */
  onSend: (comment: Comment) => void;
}

const purpose = 'comment on this recipe';

/** The key gives each user their own field, so that a draft is not shown to the next user. */
export function MadeThisForm(props: MadeThisFormProps) {
  const { reader } = useReader();
  return <UserForm key={reader} {...props} />;
}

function UserForm({ recipeId, onSend }: MadeThisFormProps) {
  const { user, userOrLogin } = useReader();
  const [text, setText] = useCommentDraft(user?.uid ?? null, recipeId);
  const attached = useAttachedPhotos(user?.uid ?? null, recipeId);
  const isBlank = text.trim() === '' && attached.photos.length === 0;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const author = isBlank ? null : userOrLogin(purpose);
    if (!author || !attached.areStored()) return;
    setText('');
    attached.clear();
    const written = text.trim();
    const mentions = chosenMentions(written);
    const comment = writtenComment({ text: written, photos: attached.photos }, author);
    onSend({ ...comment, ...(mentions.length > 0 && { mentions }) });
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <Avatar uid={user?.uid ?? ''} name={user?.name ?? ''} photoURL={user?.photoURL} size={36} />
      <MentionArea text={text} onChange={setText} placement="below" className={styles.area}>
        <textarea
          className={styles.input}
          rows={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendByEnter}
          placeholder="How did it turn out?"
          aria-label="How did it turn out?"
          maxLength={communityLimits.comment}
          autoComplete="off"
          enterKeyHint="send"
          dir="auto"
        />
      </MentionArea>
      {attached.addButton(styles.camera, () => userOrLogin(purpose) !== null)}
      <button type="submit" className={styles.send} aria-label="Send comment" title="Send" disabled={isBlank}>
        <SendIcon size={18} />
      </button>
      {attached.field && <div className={styles.photos}>{attached.field}</div>}
    </form>
  );
}
