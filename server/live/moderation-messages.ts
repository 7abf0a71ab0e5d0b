import type { EmbeddedComments } from '../../projections/definitions/comments.ts';
import { isVisibilityEvent, type OfVisibility, subjectIn } from '../../projections/definitions/hidden.ts';
import { type CaseDocument, moderationModel } from '../../projections/definitions/moderation.ts';
import { idOf, type Projected } from '../../projections/definitions/projection.ts';
import { recipeReactionsModel } from '../../projections/definitions/recipe-reactions.ts';
import { type PlaylistDocument, playlistsModel } from '../../projections/definitions/stored-playlists.ts';
import { postsModel } from '../../projections/definitions/stored-posts.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import { type ModerationEvent, moderationCategory } from '../core/domain/moderation/events.ts';
import { type Addressed, community, type Room, recipeRoom, userRoom } from './rooms.ts';

const visibilityIn = (applied: Applied): OfVisibility[] =>
  applied.events.filter((event) => isVisibilityEvent<Applied['events'][number]>(event));

const positionOf = ({ position }: OfVisibility): string => String(position);
const isHiding = ({ type }: OfVisibility): boolean => type === 'ContentHidden';

/** To everybody, that a post is gone or back, or a comment on one. */
export const moderatedPosts = (applied: Applied): Addressed[] =>
  visibilityIn(applied).flatMap((event) => {
    const subject = subjectIn(event, ['post', 'postComment']);
    if (!subject) return [];
    const position = positionOf(event);
    const toAll = (message: LiveMessage): Addressed[] => [{ room: community, message }];
    if (subject.kind === 'postComment') {
      const post = applied.document<EmbeddedComments>(postsModel.posts, subject.id);
      return post ? [moderatedComment(event, { of: 'post', ...subject, room: community }, post.commentCount)] : [];
    }
    const { id } = subject;
    if (isHiding(event)) return toAll({ kind: 'post.deleted', position, postId: id });
    return toAll({ kind: 'content.restored', position, what: 'post', id });
  });

/** To everybody, that a recipe is gone or back. */
export const moderatedRecipes = (applied: Applied): Addressed[] =>
  visibilityIn(applied).flatMap((event): Addressed[] => {
    const subject = subjectIn(event, ['recipe']);
    if (!subject) return [];
    const { id } = subject;
    const position = positionOf(event);
    const message: LiveMessage = isHiding(event)
      ? { kind: 'recipe.withdrawn', position, recipeId: id, isHidden: true }
      : { kind: 'content.restored', position, what: 'recipe', id };
    return [{ room: community, message }];
  });

/** To those who watch a recipe, that a comment on it is gone or back. */
export const moderatedReactions = (applied: Applied): Addressed[] =>
  visibilityIn(applied).flatMap((event) => {
    const subject = subjectIn(event, ['recipeComment']);
    const document = subject && applied.document<EmbeddedComments>(recipeReactionsModel.reactions, subject.id);
    if (!document) return [];
    return [moderatedComment(event, { of: 'recipe', ...subject, room: recipeRoom(subject.id) }, document.commentCount)];
  });

/** To those who could see a playlist, that it is gone, or that it is back. */
export const moderatedPlaylists = (applied: Applied): Addressed[] =>
  visibilityIn(applied).flatMap((event): Addressed[] => {
    const subject = subjectIn(event, ['playlist']);
    if (!subject) return [];
    const { id } = subject;
    const position = positionOf(event);
    const owner = userRoom(event.data.authorId);
    if (isHiding(event)) {
      const room = applied.removedFromIndex(playlistsModel.public, id) ? community : owner;
      return [{ room, message: { kind: 'playlist.deleted', position, playlistId: id } }];
    }
    const playlist = applied.document<PlaylistDocument>(playlistsModel.playlists, id);
    const room = playlist?.isPrivate === false ? community : owner;
    return [{ room, message: { kind: 'content.restored', position, what: 'playlist', id } }];
  });

interface ModeratedComment {
  readonly of: 'post' | 'recipe';
  readonly id: string;
  readonly commentId: string;
  readonly room: Room;
}

/** @param count of the comments that the document has after the batch */
function moderatedComment(
  event: OfVisibility,
  { of, id, commentId, room }: ModeratedComment,
  count: number,
): Addressed {
  const position = positionOf(event);
  const message: LiveMessage = isHiding(event)
    ? { kind: 'comment.hidden', position, of, id, commentId, count }
    : { kind: 'content.restored', position, what: of, id };
  return { room, message };
}

type OfModeration = Projected<ModerationEvent>;
const isOfModeration = (event: Applied['events'][number]): event is OfModeration =>
  event.stream.startsWith(`${moderationCategory}-`);

/** To each user about whom something was decided. */
export function decisionMessages(applied: Applied): Addressed[] {
  const newest = new Map<string, Addressed>();
  for (const event of applied.events) {
    if (!isOfModeration(event) || !isDecision(event)) continue;
    const uid = applied.document<CaseDocument>(moderationModel.cases, idOf(event))?.authorId;
    if (uid === undefined) continue;
    const position = String(event.position);
    newest.set(uid, { room: userRoom(uid), message: { kind: 'moderation.changed', position } });
  }
  return [...newest.values()];
}

/** Authors do not see who has reported them, nor that nothing came of it. */
const isDecision = ({ type }: OfModeration): boolean =>
  type !== 'ContentReported' && type !== 'ReportsDismissed' && type !== 'AppealMade';
