import { Avatar } from '../../../../components/avatar.tsx';
import { Card } from '../../../../components/card.tsx';
import { CommentIcon, HeartIcon } from '../../../../components/icons.tsx';
import { ownAddress } from '../../../../lib/picture-address.ts';
import { timeText } from '../../../../lib/time-text.ts';
import type { ShownPost } from './shapes.ts';

/** A post of the community with its newest comments. */
export function PostScreen({ post }: { post: ShownPost }) {
  const {
    title,
    content,
    authorId = '',
    authorName = '',
    createdAt,
    likeCount = 0,
    commentCount = 0,
    comments = [],
  } = post;
  return (
    <Card as="article" className="op-post">
      <div className="op-post-head">
        <Avatar uid={authorId} name={authorName} photoURL={post.authorAvatar} size={40} />
        <p className="op-list-words">
          <strong dir="auto">{authorName}</strong>
          {createdAt && <small>{timeText(Date.parse(createdAt))}</small>}
        </p>
      </div>
      {title && <h3 dir="auto">{title}</h3>}
      <p className="op-post-text" dir="auto">
        {content}
      </p>
      {post.photos?.map(({ id, alt, pictures: [narrowest] }) => (
        <img key={id} src={narrowest?.url} alt={alt} className="op-post-picture" />
      ))}
      {post.imageUrl && <img src={ownAddress(post.imageUrl, 640)} alt="" className="op-post-picture" />}
      <p className="op-post-counts">
        <span>
          <HeartIcon size={18} /> {likeCount}
        </span>
        <span>
          <CommentIcon size={18} /> {commentCount}
        </span>
      </p>
      {comments.length > 0 && (
        <ul className="op-post-comments">
          {comments.map((comment) => (
            <li key={comment.id}>
              <Avatar uid={comment.authorId} name={comment.authorName} size={28} />
              <p className="op-list-words" dir="auto">
                <strong>{comment.authorName}</strong> {comment.text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
