import {
  type ContentDocument,
  type PostDocument,
  withWholeContent,
} from '../../../../projections/definitions/post-document.ts';
import type { StoredDocument } from '../../../../projections/read-models/read-model-store.ts';

/** A post with its whole content, from its two stored documents. The second one is missing for a short post. */
export function wholePost(document: StoredDocument, contentDocument: StoredDocument | undefined) {
  const post: PostDocument = JSON.parse(document.json);
  if (!contentDocument) return post;
  const content: ContentDocument = JSON.parse(contentDocument.json);
  return withWholeContent(post, content);
}
