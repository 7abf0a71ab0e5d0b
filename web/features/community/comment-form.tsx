import { type KeyboardEvent, type Ref, type SubmitEvent, useEffect, useImperativeHandle, useRef } from 'react';
import type { Post } from '../../../server/core/contracts/community.ts';
import { communityLimits } from '../../../server/core/contracts/limits.ts';
import { Avatar } from '../../components/avatar.tsx';
import { classNames } from '../../components/class-names.ts';
import frame from '../../components/frame.module.css';
import { SendIcon } from '../../components/icons.tsx';
import type { SessionUser } from '../../lib/identity/session.ts';
import { newId } from '../../lib/new-id.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useCommentDraft } from './comment-draft.ts';
import styles from './comment-form.module.css';
import type { PostChange } from './post-changes.ts';

export interface CommentFormProps {
  post: Post;
  /** What could not be sent comes back into the draft. */
  onSend: (change: PostChange) => void;
  ref: Ref<{ focus: () => void }>;
}

/** Each reader has his own field: what one began to write is not for the next. */
export function CommentForm(props: CommentFormProps) {
  const { reader } = useReader();
  return <OwnForm key={reader} {...props} />;
}

function OwnForm({ post, onSend, ref }: CommentFormProps) {
  const { user, userOrLogin } = useReader();
  const [text, setText] = useCommentDraft(user?.uid ?? null, post.id);
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  const blank = text.trim() === '';
  const form = useKeptInView(post.comments);

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const author = blank ? null : userOrLogin();
    if (!author) return;
    setText('');
    form.keep();
    onSend(additionOf(text.trim(), author));
  };

  return (
    <form ref={form.element} className={styles.form} onSubmit={send}>
      <Avatar uid={user?.uid ?? ''} name={user?.name ?? ''} photoURL={user?.photoURL} size={30} />
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
        <button type="submit" className={styles.send} aria-label="Send comment" title="Send" disabled={blank}>
          <SendIcon size={17} />
        </button>
      </div>
    </form>
  );
}

/** What was just sent appears above the form and pushes it down: it is scrolled back to where one can write on. */
function useKeptInView(comments: Post['comments']) {
  const element = useRef<HTMLFormElement>(null);
  const sentBelow = useRef<Post['comments']>(undefined);
  useEffect(() => {
    if (sentBelow.current === undefined || sentBelow.current === comments) return;
    sentBelow.current = undefined;
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [comments]);
  const keep = () => {
    sentBelow.current = comments;
  };
  return { element, keep };
}

/** Enter sends, unless it ends a word that is being composed, as in Japanese; with Shift it begins a new line. */
function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function additionOf(text: string, { uid, name, photoURL }: SessionUser): PostChange {
  const id = newId();
  const createdAt = new Date().toISOString();
  return {
    kind: 'comment',
    key: id,
    comment: { id, text, authorId: uid, authorName: name, ...(photoURL && { authorAvatar: photoURL }), createdAt },
  };
}
