import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Comment } from '../../../server/core/contracts/community.ts';
import type { Photo } from '../../../server/core/contracts/pictures.ts';
import { Avatar } from '../../components/avatar.tsx';
import { DeleteComment } from '../../components/delete-comment.tsx';
import { LinkedText } from '../../components/linked-text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { personPath } from '../../lib/person-path.ts';
import { useTint } from '../../lib/use-tint.ts';
import { changedByOthers } from './api.ts';
import styles from './comments.module.css';

const loadPhotoStrip = async () => (await import('../../photos/photo-strip.tsx')).PhotoStrip;

/** A comment with more than this is folded at first. */
const foldedLength = 400;
const foldedLines = 7;

export interface CommentRowProps {
  comment: Comment;
  isReply: boolean;
  /** Undefined where comments are only shown, as in the feed. */
  actions: ReactNode;
  /** Undefined if the user cannot delete it. */
  onDelete?: (() => void) | undefined;
}

export function CommentRow({ comment, isReply, actions, onDelete }: CommentRowProps) {
  const row = useTint<HTMLDivElement>(changedByOthers.useSelected((changedAt) => changedAt[comment.id]));
  const { authorId, authorName, authorAvatar, createdAt, text, photos, mentions } = comment;
  const [isExpanded, setIsExpanded] = useState(false);
  const isLong = text.length > foldedLength || text.split('\n').length > foldedLines;
  return (
    <div ref={row} id={`comment-${comment.id}`} className={styles.comment}>
      <Avatar uid={authorId} name={authorName} photoURL={authorAvatar} size={isReply ? 26 : 30} />
      <div className={styles.words}>
        <p className={styles.byline}>
          <Link className={styles.author} to={personPath(authorId)}>
            {authorName}
          </Link>{' '}
          <TimeAgo at={createdAt} className={styles.date} />
        </p>
        {text !== '' && (
          <p className={isLong && !isExpanded ? styles.folded : styles.text} dir="auto">
            <LinkedText text={text} mentions={mentions} />
          </p>
        )}
        {isLong && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? 'Show less' : 'Show more'}
          </button>
        )}
        {photos && <CommentPhotos photos={photos} title={`by ${authorName}`} />}
        {actions}
      </div>
      {onDelete && <DeleteComment onDelete={onDelete} />}
    </div>
  );
}

/** Most comments have none: their code is loaded with the first ones. */
function CommentPhotos(shown: { photos: readonly Photo[]; title: string }) {
  const { Dialog: PhotoStrip, open } = useDialog(loadPhotoStrip);
  const [load] = useState(() => open);
  useEffect(load, [load]);
  return <div className={styles.photos}>{PhotoStrip && <PhotoStrip {...shown} />}</div>;
}
