import { postsProjection } from '../../projections/definitions/posts.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { LiveMessage } from '../core/contracts/live.ts';
import { profileCategory } from '../core/domain/profile/events.ts';
import { liveMessages } from '../live/messages.ts';
import { type Addressed, community } from '../live/rooms.ts';
import type { StreamView } from './time-travel/views.ts';

/** A message to live browsers. */
export interface PushedMessage {
  readonly kind: LiveMessage['kind'];
  /**
   * `everybody`, or those who may see a user's, a household's, a list's or a plan's data, such as `list:kq3ZbX0y`, or who
   * look at a recipe.
   */
  readonly to: string;
}

/** The projection whose batches the messages about a stream are made of. @param view the documents that show it */
export const pushingView = (stream: string, view: StreamView | undefined): StreamView | undefined =>
  stream.startsWith(`${profileCategory}-`) ? { projection: postsProjection, collections: [] } : view;

/** By the same mapping that the live gateway publishes a batch with. */
export const pushedMessages = (applied: Applied): PushedMessage[] =>
  liveMessages(applied).map((addressed) => ({ kind: addressed.message.kind, to: recipientsOf(addressed) }));

function recipientsOf({ room, message }: Addressed): string {
  if (room === community) return 'everybody';
  // All lists of an owner share the room of the main list, which the events of a further list do not name.
  return message.kind === 'list.changed' ? `list:${message.listId}` : room;
}
