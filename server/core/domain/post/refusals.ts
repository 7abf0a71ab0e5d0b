import { Refusal } from '../refusal.ts';

export const postRefusals = {
  notFound: () => new Refusal('not-found', 'POST_NOT_FOUND', 'Post not found'),
  idInUse: () => new Refusal('conflict', 'ID_IN_USE', 'There is a post with this id already; send a new id'),
  notTheAuthor: () => new Refusal('forbidden', 'NOT_THE_AUTHOR', 'Only the author can change this post'),
  titleRequired: () => new Refusal('invalid', 'TITLE_REQUIRED', 'Title is required', 'title'),
  contentCut: () =>
    new Refusal(
      'conflict',
      'POST_CONTENT_CUT',
      'This is only the beginning of the post; reload the page to edit all of it',
    ),
};
