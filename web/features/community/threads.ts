import type { Comment } from '../../../server/core/contracts/community.ts';

/** A comment with its replies, oldest first. */
export interface Thread {
  readonly id: string;
  /** Undefined if it is deleted, or older than the comments that are loaded. */
  readonly comment: Comment | undefined;
  readonly replies: readonly Comment[];
}

/** The comments from the one at `first` on as threads, in the order of their first comment. Replies show what they reply to. */
export function threadsOf(comments: readonly Comment[], first: number): Thread[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const threads = new Map<string, { id: string; comment: Comment | undefined; replies: Comment[] }>();
  for (const comment of comments.slice(first)) {
    const id = comment.replyTo ?? comment.id;
    const thread = threads.get(id) ?? { id, comment: byId.get(id), replies: [] };
    if (comment.replyTo !== undefined) thread.replies.push(comment);
    threads.set(id, thread);
  }
  return [...threads.values()];
}
