import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { type CachedPost, foldPost } from './fold-post.ts';

/** The feed, the posts with a hashtag or of an author, and for each post's own screen a list of one. */
export type PostList =
  | readonly [reader: string, list: 'all']
  | readonly [reader: string, list: 'tag', tag: string]
  | readonly [reader: string, list: 'author', uid: string]
  | readonly [reader: string, list: 'one', postId: string];

/** Whether a new or revised post belongs to the list. */
export function isListed(post: CachedPost, [, list, which]: PostList): boolean {
  switch (list) {
    case 'all':
      return true;
    case 'tag':
      return post.tags?.includes(which ?? '') === true;
    case 'author':
      return post.authorId === which;
    case 'one':
      return post.id === which;
  }
}

/** Like `foldPost`. A post that loses its hashtag is gone from the list of that. */
export function foldInList(post: CachedPost, message: LiveMessage, list: PostList): CachedPost | 'gap' | 'gone' {
  const folded = foldPost(post, message);
  return folded === 'gap' || folded === 'gone' || folded === post || isListed(folded, list) ? folded : 'gone';
}

/** The query of the API that selects the list. */
export function queryOf([, list, which = '']: PostList): Record<string, string> {
  if (list === 'tag') return { tag: which };
  return list === 'author' ? { author: which } : {};
}
