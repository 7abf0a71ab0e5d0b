import { queryOptions } from '@tanstack/react-query';
import type { FeedPost, Post } from '../../../server/core/contracts/community.ts';
import { excerpted } from '../../../server/core/contracts/excerpt.ts';
import { api } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

type Excerpt = Pick<FeedPost, 'id' | 'content' | 'excerptOf'>;

const contentKey = (postId: string, excerptOf: string) => ['community', 'content', postId, excerptOf] as const;

/**
 * The whole content of a post whose excerpt is shown. It is kept under the fingerprint that the excerpt names, so it never
 * goes stale: a revision names another one, and the old content is not shown any more.
 */
export const wholeContentQuery = ({ id, content, excerptOf }: Excerpt) =>
  queryOptions({
    queryKey: contentKey(id, excerptOf ?? ''),
    queryFn: async ({ signal }): Promise<string> => {
      if (excerptOf === undefined) return content;
      const { data } = await api.get<Post>(`/community/${id}`, { signal });
      // A newer revision than the excerpt: its message is on its way and finds the content here.
      if (excerpted(data).excerptOf !== excerptOf) keepContent(data);
      return data.content;
    },
    staleTime: 'static',
  });

/** What was just written need not be fetched. */
export function keepContent({ id, content }: Pick<Post, 'id' | 'content'>): void {
  const { excerptOf } = excerpted({ content });
  if (excerptOf !== undefined) queryClient.setQueryData(contentKey(id, excerptOf), content);
}

/** All that a post says, fetched where only its excerpt is known. @throws ApiError */
export const wholeContentOf = (post: Excerpt): Promise<string> =>
  post.excerptOf === undefined ? Promise.resolve(post.content) : queryClient.fetchQuery(wholeContentQuery(post));
