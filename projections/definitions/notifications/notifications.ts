import type { FollowingEvent } from '../../../server/core/domain/following/events.ts';
import { followingEvents } from '../../../server/core/domain/following/upcast.ts';
import { householdEvents } from '../../../server/core/domain/household/upcast.ts';
import { moderationEvents } from '../../../server/core/domain/moderation/upcast.ts';
import type { NotificationEvent } from '../../../server/core/domain/notifications/events.ts';
import { notificationEvents } from '../../../server/core/domain/notifications/upcast.ts';
import type { PlaylistEvent } from '../../../server/core/domain/playlist/events.ts';
import { playlistEvents } from '../../../server/core/domain/playlist/upcast.ts';
import type { PostEvent } from '../../../server/core/domain/post/events.ts';
import { postEvents } from '../../../server/core/domain/post/upcast.ts';
import type { RecipeEvent } from '../../../server/core/domain/recipe/events.ts';
import { recipeEvents } from '../../../server/core/domain/recipe/upcast.ts';
import type { RecipeReactionEvent } from '../../../server/core/domain/recipe-reactions/events.ts';
import { recipeReactionEvents } from '../../../server/core/domain/recipe-reactions/upcast.ts';
import { idOf, type Projected, type Projection, type Workspace } from '../projection.ts';
import { foldDecision, type NotifyingModerationEvent } from './decisions.ts';
import { foldHousehold, type NotifyingHouseholdEvent } from './households.ts';
import { markRead, mute, notify, takeBack } from './inbox.ts';
import { idsReadAs } from './subject-documents.ts';
import {
  adapt,
  addComment,
  like,
  likeComment,
  putSubject,
  removeComment,
  removeSubject,
  unlike,
  unlikeComment,
} from './subjects.ts';

type NotifyingPlaylistEvent = Exclude<PlaylistEvent, { type: 'RecipeAddedToPlaylist' | 'RecipeRemovedFromPlaylist' }>;
type Event = Projected<
  | PostEvent
  | RecipeEvent
  | RecipeReactionEvent
  | NotifyingPlaylistEvent
  | NotifyingHouseholdEvent
  | NotifyingModerationEvent
  | FollowingEvent
  | NotificationEvent
>;

const {
  RecipeAddedToPlaylist: _added,
  RecipeRemovedFromPlaylist: _removed,
  ...notifyingPlaylistEvents
} = playlistEvents;
const { InvitationIssued: _issued, InvitationRevoked: _revoked, ...notifyingHouseholdEvents } = householdEvents;
const {
  ContentReported: _reported,
  ReportsDismissed: _dismissed,
  AppealMade: _appealed,
  ...notifyingModerationEvents
} = moderationEvents;

const uidsIn = (mentions: readonly { readonly uid: string }[] = []): string[] => mentions.map(({ uid }) => uid);

const idOfFollowers = (uid: string): string => `followed:${uid}`;

function foldFollower(workspace: Workspace, uid: string, event: Event): void {
  const subject = { type: 'person', id: uid } as const;
  notify(workspace, uid, { id: idOfFollowers(uid), kind: 'followed', subject, title: '' }, event);
}

/**
 * The inbox of each user, folded from the events that the notifications are about, and from what the user has read and
 * muted (`inbox.ts`). Kinds of notifications: `notification-kinds.ts`.
 */
export const notificationsProjection: Projection<Event> = {
  name: 'notifications',
  version: 6,
  events: {
    ...postEvents,
    ...recipeEvents,
    ...recipeReactionEvents,
    ...notifyingPlaylistEvents,
    ...notifyingHouseholdEvents,
    ...notifyingModerationEvents,
    ...followingEvents,
    ...notificationEvents,
  },
  fold(event, workspace) {
    const id = idOf(event);
    const post = { type: 'post', id } as const;
    const recipe = { type: 'recipe', id } as const;
    const playlist = { type: 'playlist', id } as const;
    switch (event.type) {
      case 'PostPublished':
      case 'PostRevised':
        return putSubject(workspace, post, event, { title: event.data.title, mentioned: uidsIn(event.data.mentions) });
      case 'PostDeleted':
        return removeSubject(workspace, post);
      case 'PostLiked':
        return like(workspace, post, event);
      case 'PostUnliked':
        return unlike(workspace, post, event);
      case 'CommentAdded':
        return addComment(workspace, post, { ...event.data, mentioned: uidsIn(event.data.mentions) }, event);
      case 'CommentDeleted':
        return removeComment(workspace, post, event.data.commentId);
      case 'CommentLiked':
        return likeComment(workspace, post, event.data.commentId, event);
      case 'CommentUnliked':
        return unlikeComment(workspace, post, event.data.commentId, event);
      case 'RecipePublished': {
        const { title, basedOn } = event.data;
        putSubject(workspace, recipe, event, { title });
        if (basedOn) adapt(workspace, recipe, basedOn.recipeId, event);
        return;
      }
      case 'RecipeRevised':
        return putSubject(workspace, recipe, event, { title: event.data.title });
      case 'RecipeWithdrawn':
        return removeSubject(workspace, recipe);
      case 'RecipeLiked':
        return like(workspace, recipe, event);
      case 'RecipeUnliked':
        return unlike(workspace, recipe, event);
      case 'RecipeCommentAdded':
        return addComment(workspace, recipe, { ...event.data, mentioned: uidsIn(event.data.mentions) }, event);
      case 'RecipeCommentDeleted':
        return removeComment(workspace, recipe, event.data.commentId);
      case 'PlaylistCreated':
      case 'PlaylistRevised':
        return putSubject(workspace, playlist, event, { title: event.data.name });
      case 'PlaylistDeleted':
        return removeSubject(workspace, playlist);
      case 'PlaylistLiked':
        return like(workspace, playlist, event);
      case 'PlaylistUnliked':
        return unlike(workspace, playlist, event);
      case 'PersonFollowed':
        return foldFollower(workspace, event.data.uid, event);
      case 'PersonUnfollowed':
        return takeBack(workspace, event.data.uid, idOfFollowers(event.data.uid), event.meta.actor);
      case 'ContentHidden':
      case 'ContentRestored':
      case 'MemberSuspended':
      case 'SuspensionLifted':
      case 'AppealRejected':
        return foldDecision(workspace, event);
      case 'NotificationsRead':
        return markRead(workspace, id, event.data.through);
      case 'NotificationRead':
        for (const one of new Set(idsReadAs(event.data.id))) markRead(workspace, id, event.data.through, one);
        return;
      case 'NotificationSettingsChanged':
        return mute(workspace, id, event.data.muted);
      default:
        return foldHousehold(workspace, event);
    }
  },
};
