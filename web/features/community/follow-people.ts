import type { Query } from '@tanstack/react-query';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { PersonProfile } from '../../../server/core/contracts/people.ts';
import { followLive } from '../../lib/follow-live.ts';
import { queryClient } from '../../lib/query-client.ts';

const peopleKey = 'people';
/** A person, as a user or a visitor sees them: it says whether the user follows them. */
export const personKey = (uid: string, reader: string | null) => [peopleKey, uid, reader ?? ''];
export type WorkKind = 'recipes' | 'playlists';
const worksKey = 'works';
/** A person's recipes, or their playlists, as a user or a visitor sees them: their owner also sees private ones. */
export const worksOf = (uid: string, kind: WorkKind, reader: string | null) => [worksKey, uid, kind, reader ?? ''];

/** Whether a message changes a person's works, as they are cached. */
function concerns(message: LiveMessage, uid: unknown, cached: unknown): boolean {
  switch (message.kind) {
    case 'recipe.published':
    case 'recipe.revised':
      return message.recipe.authorId === uid;
    case 'playlist.changed':
      return message.playlist.ownerId === uid;
    case 'recipe.withdrawn':
      return JSON.stringify(cached)?.includes(message.recipeId) === true;
    case 'playlist.hidden':
    case 'playlist.deleted':
      return JSON.stringify(cached)?.includes(message.playlistId) === true;
    case 'content.restored':
    case 'moderation.changed':
      return true;
    default:
      return false;
  }
}

/** Fetches the numbers of followers again, when they are shown. */
export const refetchPeople = (...uids: string[]) =>
  Promise.all(uids.map((uid) => queryClient.invalidateQueries({ queryKey: [peopleKey, uid] })));

/** From now on, refetches a person's works when a message changes them, and applies new names and pictures. */
export const followPeople = followLive((message) => {
  const isOutdated = ({ queryKey: [key, uid], state }: Query) => key === worksKey && concerns(message, uid, state.data);
  queryClient.invalidateQueries({ predicate: isOutdated }).catch(reportError);
  if (message.kind !== 'person.changed') return;
  const { uid, name, avatar } = message;
  queryClient.setQueriesData<PersonProfile | null>(
    { queryKey: [peopleKey, uid] },
    (cached) => cached && { ...cached, name, avatar },
  );
});
