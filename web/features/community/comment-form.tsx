import { type Ref, type SubmitEvent, useEffect, useImperativeHandle, useRef } from 'react';
import type { Comment, Post } from '../../../server/core/contracts/community.ts';
import { communityLimits } from '../../../server/core/contracts/limits.ts';
import { Avatar } from '../../components/avatar.tsx';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import frame from '../../components/frame.module.css';
import { CloseIcon, SendIcon } from '../../components/icons.tsx';
import { MentionArea } from '../../components/mention-area.tsx';
import { chosenMentions, rememberMention } from '../../lib/chosen-mentions.ts';
import { useCommentDraft } from '../../lib/comment-draft.ts';
import { sendByEnter } from '../../lib/send-by-enter.ts';
import { useReader } from '../../lib/use-reader.ts';
import { writtenComment } from '../../lib/written-comment.ts';
import type { AttachedPhotos } from '../../photos/use-attached-photos.tsx';
import styles from './comment-form.module.css';
import type { PostChange } from './post-changes.ts';

export interface CommentFormProps {
  post: Post;
  /** If the comment cannot be sent, its text returns to the draft. */
  onSend: (change: PostChange) => void;
  ref: Ref<{ focus: () => void }>;
  /** Whether it is at the foot of a phone's screen. */
  isAtFoot: boolean;
  /** The comment that the user replies to. */
  replyingTo: Comment | undefined;
  /** The reply is sent or given up. */
  onReplied: () => void;
  /** On the post's own screen. */
  attached: AttachedPhotos | undefined;
}

const purpose = 'comment on this post';

/** The key gives each user their own field, so that a draft is not shown to the next user. */
export function CommentForm(props: CommentFormProps) {
  const { reader } = useReader();
  return <UserCommentForm key={reader} {...props} />;
}

function UserCommentForm({ post, onSend, ref, isAtFoot, replyingTo, onReplied, attached }: CommentFormProps) {
  const { user, userOrLogin } = useReader();
  const [text, setText] = useCommentDraft(user?.uid ?? null, post.id);
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  const photos = attached?.photos ?? [];
  const isBlank = text.trim() === '' && photos.length === 0;
  const form = useKeepInView(post.comments);
  useEffect(() => {
    if (!replyingTo) return;
    const { authorId: uid, authorName: name } = replyingTo;
    if (uid !== user?.uid) {
      rememberMention({ uid, name });
      setText((written) => (written.startsWith(`@${name} `) ? written : `@${name} ${written}`));
    }
    field.current?.focus();
  }, [replyingTo, user?.uid, setText]);

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const author = isBlank ? null : userOrLogin(purpose);
    if (!author || attached?.areStored() === false) return;
    setText('');
    attached?.clear();
    form.keepInView();
    const written = text.trim();
    const mentions = chosenMentions(written);
    const comment: Comment = {
      ...writtenComment({ text: written, photos }, author),
      ...(mentions.length > 0 && { mentions }),
      ...(replyingTo && { replyTo: replyingTo.replyTo ?? replyingTo.id }),
      likeCount: 0,
    };
    onSend({ kind: 'comment', comment });
    onReplied();
  };

  const cancelReply = () => {
    onReplied();
    field.current?.focus();
  };

  return (
    <form ref={form.element} className={classNames(styles.form, isAtFoot && styles.atFoot)} onSubmit={send}>
      {replyingTo && (
        <p className={styles.replying}>
          <span>
            Replying to <strong dir="auto">{replyingTo.authorName}</strong>
          </span>
          <IconButton label="Cancel reply" icon={<CloseIcon size={16} />} onClick={cancelReply} />
        </p>
      )}
      {attached?.field && <div className={styles.photos}>{attached.field}</div>}
      <Avatar uid={user?.uid ?? ''} name={user?.name ?? ''} photoURL={user?.photoURL} size={30} />
      <MentionArea text={text} onChange={setText} placement="above" className={styles.area}>
        <div className={classNames(frame.frame, styles.field)}>
          <textarea
            ref={field}
            className={styles.input}
            rows={1}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendByEnter}
            placeholder="Write a comment..."
            aria-label="Write a comment"
            maxLength={communityLimits.comment}
            autoComplete="off"
            enterKeyHint="send"
            dir="auto"
          />
          {attached?.addButton(styles.send, () => userOrLogin(purpose) !== null)}
          <button type="submit" className={styles.send} aria-label="Send comment" title="Send" disabled={isBlank}>
            <SendIcon size={17} />
          </button>
        </div>
      </MentionArea>
    </form>
  );
}

/** A sent comment appears above the form and pushes it down. Scrolls the form back into view. */
function useKeepInView(comments: Post['comments']) {
  const element = useRef<HTMLFormElement>(null);
  const commentsWhenSent = useRef<Post['comments']>(undefined);
  useEffect(() => {
    if (commentsWhenSent.current === undefined || commentsWhenSent.current === comments) return;
    commentsWhenSent.current = undefined;
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [comments]);
  const keepInView = () => {
    commentsWhenSent.current = comments;
  };
  return { element, keepInView };
}
