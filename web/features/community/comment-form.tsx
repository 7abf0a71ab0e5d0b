import { type Ref, type SubmitEvent, useEffect, useImperativeHandle, useRef } from 'react';
import type { Comment, Post } from '../../../server/core/contracts/community.ts';
import { Avatar } from '../../components/avatar.tsx';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { CommentInput } from '../../components/comment-input.tsx';
import frame from '../../components/frame.module.css';
import { CloseIcon, SendIcon } from '../../components/icons.tsx';
import { MentionArea } from '../../components/mention-area.tsx';
import { rememberMention } from '../../lib/chosen-mentions.ts';
import { useCommentForm } from '../../lib/use-comment-form.ts';
import { useReader } from '../../lib/use-reader.ts';
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

/** The key gives each user their own field, so that a draft is not shown to the next user. */
export function CommentForm(props: CommentFormProps) {
  const { reader } = useReader();
  return <UserCommentForm key={reader} {...props} />;
}

function UserCommentForm({ post, onSend, ref, isAtFoot, replyingTo, onReplied, attached }: CommentFormProps) {
  const { user, text, setText, isBlank, takeComment, mayAddPhotos } = useCommentForm(
    post.id,
    'comment on this post',
    attached,
  );
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
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
    const comment = takeComment();
    if (!comment) return;
    form.keepInView();
    const replyTo = replyingTo && { replyTo: replyingTo.replyTo ?? replyingTo.id };
    onSend({ kind: 'comment', comment: { ...comment, ...replyTo, likeCount: 0 } });
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
          <CommentInput
            ref={field}
            label="Write a comment"
            placeholder="Write a comment..."
            text={text}
            onChange={setText}
            className={styles.input}
          />
          {attached?.addButton(styles.send, mayAddPhotos)}
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
