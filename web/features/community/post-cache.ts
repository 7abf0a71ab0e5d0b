import type { Comment, CommentPage, FeedPost, Post, WrittenPost } from '../../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { LikeAnswer } from '../../../server/core/contracts/shared.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import type { Listed } from '../../lib/live-list.ts';
import { type News, withNews } from '../../lib/news.ts';
import { advanced, includes, isNews, rebased, versionsAt } from '../../lib/versions.ts';

/** A post as the server has confirmed it; of a long content the excerpt, for its author too. */
export interface CachedPost extends Listed<FeedPost> {
  /** By the parts of its versions: `written`, `likes`, `liked`, `commentCount`, and comments by id, deleted ones too. */
  readonly news: News;
}

export type PostMessage = Extract<
  LiveMessage,
  { kind: 'post.revised' | 'post.likes' | 'post.liked' | 'comment.added' | 'comment.deleted' }
>;

/** What live messages told of people, by uid, and as of which position. */
export type People = Readonly<Record<string, { name: string; avatar: string | null; position: string }>>;

/** The post as it was read at `position`; what was told about later positions meanwhile stays. */
export function freshPost(post: FeedPost, position: string, former?: CachedPost): CachedPost {
  if (!former) return { item: post, versions: versionsAt(position), news: {} };
  if (!positionAtLeast(position, former.versions.base)) return former;
  const versions = rebased(former.versions, position);
  const toldLater = (part: string) => versions.parts[part] !== undefined;
  const { likedByMe } = toldLater('liked') ? former.item : post;
  const older = olderLoaded(post, former.item);
  return {
    item: {
      ...written(post, toldLater('written') ? former.item : post),
      likeCount: (toldLater('likes') ? former.item : post).likeCount,
      commentCount: (toldLater('commentCount') ? former.item : post).commentCount,
      comments: [
        ...[...older, ...post.comments].filter(({ id }) => !toldLater(id)),
        ...former.item.comments.filter(({ id }) => toldLater(id)),
      ],
      olderCommentsCursor: older.length > 0 ? former.item.olderCommentsCursor : post.olderCommentsCursor,
      ...(likedByMe !== undefined && { likedByMe }),
    },
    versions,
    news: former.news,
  };
}

/** The comments that were loaded on demand stay, unless the fresh ones are all there are. */
function olderLoaded(fresh: FeedPost, former: FeedPost): readonly Comment[] {
  const oldest = fresh.comments[0];
  if (!oldest || fresh.olderCommentsCursor === null) return [];
  const at = former.comments.findIndex(({ id }) => id === oldest.id);
  return at > 0 ? former.comments.slice(0, at) : [];
}

/** The post as it was revised. What was left out there is left out here too, instead of being there and undefined. */
function written(post: FeedPost, revised: WrittenPost): FeedPost {
  const { imageUrl: _image, youtubeUrl: _video, authorAvatar: _avatar, excerptOf: _excerpt, ...rest } = post;
  const { title, content, excerptOf, type, authorName, imageUrl, youtubeUrl, authorAvatar } = revised;
  return {
    ...rest,
    title,
    content,
    ...(excerptOf !== undefined && { excerptOf }),
    type,
    authorName,
    ...(imageUrl !== undefined && { imageUrl }),
    ...(youtubeUrl !== undefined && { youtubeUrl }),
    ...(authorAvatar !== undefined && { authorAvatar }),
  };
}

/** One part of the post as of `position`; unchanged when that part is known to be of then or later. */
function withPart(
  cached: CachedPost,
  part: string,
  position: string,
  change: (post: FeedPost) => FeedPost,
): CachedPost {
  if (includes(cached.versions, part, position)) return cached;
  return { ...cached, item: change(cached.item), versions: advanced(cached.versions, [part], position) };
}

export const foldWritten = (cached: CachedPost, revised: WrittenPost, position: string): CachedPost =>
  withPart(cached, 'written', position, (post) => written(post, revised));

/** The post with people as they were told of; the same post where it shows them so already. */
export function withPeople(cached: CachedPost, people: People): CachedPost {
  const { item: post } = cached;
  const named = <T extends FeedPost | Comment>(signed: T): T => {
    const told = people[signed.authorId];
    const avatar = told?.avatar ?? undefined;
    if (!told || (told.name === signed.authorName && avatar === signed.authorAvatar)) return signed;
    return { ...signed, authorName: told.name, authorAvatar: avatar };
  };
  const author = named(post);
  const comments = post.comments.map(named);
  if (author === post && comments.every((comment, at) => comment === post.comments[at])) return cached;
  return { ...cached, item: { ...author, comments } };
}

const foldLikeCount = (cached: CachedPost, likeCount: number, position: string): CachedPost =>
  withPart(cached, 'likes', position, (post) => ({ ...post, likeCount }));

/** As `foldLikeCount` and `foldLiked`, of what a message tells: it counts also against an answer of the same position. */
function foldToldLikes(
  cached: CachedPost,
  part: 'likes' | 'liked',
  position: string,
  told: Partial<Pick<Post, 'likeCount' | 'likedByMe'>>,
): CachedPost {
  const item = { ...cached.item, ...told };
  const isShown = item.likeCount === cached.item.likeCount && item.likedByMe === cached.item.likedByMe;
  // The message that told of a new post did not say whether the reader likes it.
  const isFirstTold = part === 'liked' && cached.item.likedByMe === undefined;
  const isOld = !isFirstTold && !isNews(cached.versions, part, position);
  if (isOld || (isShown && includes(cached.versions, part, position))) return cached;
  return { ...cached, item, versions: advanced(cached.versions, [part], position) };
}

const foldLiked = (cached: CachedPost, likedByMe: boolean, position: string): CachedPost =>
  withPart(cached, 'liked', position, (post) => ({ ...post, likedByMe }));

export const foldLikeAnswer = (cached: CachedPost, { liked, likeCount }: LikeAnswer, position: string): CachedPost =>
  foldLiked(foldLikeCount(cached, likeCount, position), liked, position);

const foldCommentCount = (cached: CachedPost, commentCount: number, position: string): CachedPost =>
  withPart(cached, 'commentCount', position, (post) => ({ ...post, commentCount }));

/** Comments told one by one stand after the ones read together, in the order of their positions. */
function withComment(cached: CachedPost, comment: Comment, position: string): CachedPost {
  const { item: post, versions } = cached;
  const isLater = ({ id }: Comment) => !positionAtLeast(position, versions.parts[id] ?? '0');
  const others = post.comments.filter(({ id }) => id !== comment.id);
  const comments = [...others.filter((other) => !isLater(other)), comment, ...others.filter(isLater)];
  return { ...cached, item: { ...post, comments }, versions: advanced(versions, [comment.id], position) };
}

/**
 * A comment that a message tells. An own one that is shown by its answer goes to where it stands in the log: the answer
 * may have the position of somebody else's comment that was recorded together with it.
 */
function foldToldComment(cached: CachedPost, comment: Comment, position: string): CachedPost {
  const { base, parts } = cached.versions;
  const told = parts[comment.id];
  const isNew = told === undefined ? !positionAtLeast(base, position) : told !== position && shows(cached, comment.id);
  return isNew ? withComment(cached, comment, position) : cached;
}

const shows = ({ item }: CachedPost, commentId: string): boolean => item.comments.some(({ id }) => id === commentId);

const foldCommentDeleted = (cached: CachedPost, commentId: string, position: string): CachedPost =>
  withPart(cached, commentId, position, (post) => ({
    ...post,
    comments: post.comments.filter(({ id }) => id !== commentId),
  }));

/**
 * The answer to an own comment tells no count; the live message does. Until that comes, the count moves with what is
 * shown, without a claim to be of that position.
 */
const counted = (before: CachedPost, after: CachedPost): CachedPost => {
  if (after === before) return before;
  const step = after.item.comments.length - before.item.comments.length;
  return { ...after, item: { ...after.item, commentCount: Math.max(0, before.item.commentCount + step) } };
};

/** What a message told of the comment counts more than the answer, whose position may be later than the comment's. */
export function foldOwnComment(cached: CachedPost, comment: Comment, position: string): CachedPost {
  const { base, parts } = cached.versions;
  const isKnown = parts[comment.id] !== undefined || shows(cached, comment.id) || positionAtLeast(base, position);
  return isKnown ? cached : counted(cached, withComment(cached, comment, position));
}

export const foldOwnCommentDeleted = (cached: CachedPost, commentId: string, position: string): CachedPost =>
  counted(cached, foldCommentDeleted(cached, commentId, position));

/** Older comments, newest first as they are answered, go before the ones that are there. */
export function withOlderComments(cached: CachedPost, page: CommentPage, cursor: string): CachedPost {
  const { item: post, versions } = cached;
  if (post.olderCommentsCursor !== cursor) return cached;
  const known = new Set(post.comments.map(({ id }) => id));
  const older = page.items.filter(({ id }) => !known.has(id) && versions.parts[id] === undefined).reverse();
  return { ...cached, item: { ...post, comments: [...older, ...post.comments], olderCommentsCursor: page.nextCursor } };
}

/** The part that a message is about, as it is marked when it is news to the one who looks at it. */
const partOf = (message: PostMessage): string => {
  switch (message.kind) {
    case 'comment.added':
      return message.comment.id;
    case 'comment.deleted':
      return 'commentCount';
    case 'post.likes':
      return 'likes';
    case 'post.revised':
      return 'written';
    case 'post.liked':
      return 'liked';
  }
};

function folded(cached: CachedPost, message: PostMessage): CachedPost {
  const { position } = message;
  switch (message.kind) {
    case 'post.revised':
      return foldWritten(cached, message.post, position);
    case 'post.likes':
      return foldToldLikes(cached, 'likes', position, { likeCount: message.likeCount });
    case 'post.liked':
      return foldToldLikes(cached, 'liked', position, { likedByMe: message.liked });
    case 'comment.added':
      return foldCommentCount(foldToldComment(cached, message.comment, position), message.commentCount, position);
    case 'comment.deleted':
      return foldCommentCount(foldCommentDeleted(cached, message.commentId, position), message.commentCount, position);
  }
}

/**
 * Takes a live message in; the same post comes back when it tells nothing new.
 * @param newsAt when (ms) it came, unless it is what this reader did himself
 */
export function foldPost(cached: CachedPost, message: PostMessage, newsAt?: number): CachedPost {
  const after = folded(cached, message);
  const part = partOf(message);
  if (newsAt === undefined || includes(cached.versions, part, message.position)) return after;
  return { ...after, news: withNews(cached.news, [part], newsAt) };
}
