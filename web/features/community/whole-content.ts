import { queryOptions } from '@tanstack/react-query';
import type { FeedPost, Post } from '../../../server/core/contracts/community.ts';
import { toExcerpt } from '../../../server/core/contracts/excerpt.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

type Excerpt = Pick<FeedPost, 'id' | 'content' | 'excerptOf'>;

const contentKey = (postId: string, excerptOf: string) => ['community', 'content', postId, excerptOf] as const;

/**
 * The whole content of a post whose excerpt is shown. Cached by its fingerprint (`excerptOf`), so it never goes stale:
 * changed content has another fingerprint.
 */
export const wholeContentQuery = ({ id, content, excerptOf }: Excerpt) =>
  queryOptions({
    queryKey: contentKey(id, excerptOf ?? ''),
    queryFn: async ({ signal }): Promise<string> => {
      if (excerptOf === undefined) return content;
      const { data } = await api.get<Post>(`/community/${id}`, { signal });
      // The content is newer than the excerpt. Caches it for the new excerpt, whose push has not arrived yet.
      if (toExcerpt(data).excerptOf !== excerptOf) cacheContent(data);
      return data.content;
    },
    staleTime: 'static',
  });

/** Caches content that the client already has, so that it is not fetched. */
export function cacheContent({ id, content }: Pick<Post, 'id' | 'content'>): void {
  const { excerptOf } = toExcerpt({ content });
  if (excerptOf !== undefined) queryClient.setQueryData(contentKey(id, excerptOf), content);
}

/** The whole content, fetched if the post has only an excerpt. @throws ApiError */
export const fetchWholeContent = (post: Excerpt): Promise<string> =>
  post.excerptOf === undefined ? Promise.resolve(post.content) : queryClient.fetchQuery(wholeContentQuery(post));
