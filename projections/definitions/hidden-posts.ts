import { withSignature } from '../../server/core/contracts/post-signatures.ts';
import { hideComment, restoreComment } from './comments.ts';
import { noticeOf, type OfVisibility, placeOf, subjectIn } from './hidden.ts';
import { personOf } from './people.ts';
import type { ContentDocument, PostDocument } from './post-document.ts';
import { positionScore, type Workspace } from './projection.ts';
import {
  findPost,
  hiddenBy,
  indexTags,
  type Publication,
  postsModel,
  published,
  putPost,
  removeWritten,
} from './stored-posts.ts';
import { addWriter } from './writers.ts';

const { posts, feed, writtenBy, taggedWith, contentOf } = postsModel;

/** Hides or restores a post or a comment. */
export function moderatePosts(event: OfVisibility, workspace: Workspace): void {
  const subject = subjectIn(event, ['post', 'postComment']);
  const post = subject && findPost(workspace, subject.id);
  if (!post) return;
  if (subject.kind === 'postComment') {
    const { commentId } = subject;
    const comments =
      event.type === 'ContentHidden'
        ? hideComment(workspace, post, commentId)
        : restoreComment(workspace, post, commentId, (comment) =>
            withSignature(comment, { uid: comment.authorId, ...personOf(workspace, comment.authorId) }),
          );
    if (comments) putPost(workspace, { ...post, ...comments });
    return;
  }
  const { hidden: before, ...visible } = post;
  const hidden = noticeOf(event);
  if ((before === undefined) === (hidden === undefined)) return;
  const { id, authorId } = post;
  const whole = workspace.get<ContentDocument>(placeOf(posts, post), contentOf(id));
  removeWritten(workspace, post);
  const moved: PostDocument = hidden ? { ...visible, hidden } : visible;
  putPost(workspace, moved);
  if (whole) workspace.put(placeOf(posts, moved), contentOf(id), whole);
  const score = workspace.get<Publication>(published, id)?.score ?? positionScore(event.position);
  if (hidden) {
    workspace.unindex(feed, id);
    workspace.unindex(writtenBy(authorId), id);
    for (const tag of post.tags ?? []) workspace.unindex(taggedWith(tag), id);
    workspace.index(hiddenBy(authorId), id, score);
    return;
  }
  workspace.unindex(hiddenBy(authorId), id);
  workspace.index(feed, id, score);
  workspace.index(writtenBy(authorId), id, score);
  indexTags(workspace, post, score);
  addWriter(workspace, authorId, score);
}
