import {
  type ContentDocument,
  type PostDocument,
  withWholeContent,
} from '../../../../projections/definitions/post-document.ts';
import { postsModel } from '../../../../projections/definitions/stored-posts.ts';
import type { ReadModelReader, StoredDocument } from '../../../../projections/read-models/read-model-store.ts';

/** A post with its whole content, from its two stored documents. The second one is missing for a short post. */
export function wholePost(document: StoredDocument, contentDocument: StoredDocument | undefined) {
  const post: PostDocument = JSON.parse(document.json);
  if (!contentDocument) return post;
  const content: ContentDocument = JSON.parse(contentDocument.json);
  return withWholeContent(post, content);
}

/** The address of a post's picture, which only posts from before the server fetched pictures have. */
export async function imageUrlOf(posts: ReadModelReader, postId: string): Promise<string | undefined> {
  const document = await posts.get(postsModel.posts, postId);
  const post: PostDocument | undefined = document && JSON.parse(document.json);
  return post?.imageUrl;
}
