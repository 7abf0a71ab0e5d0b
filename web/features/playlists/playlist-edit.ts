import { playlistLimits } from '../../../server/core/contracts/limits.ts';
import type { PlaylistEdit } from '../../../server/core/contracts/playlists.ts';
import type { PlaylistDraft } from './playlist-fields.tsx';

/**
 * What the user has changed, and no more: other devices and moderators may have changed the rest since the form was opened.
 * Undefined if that is nothing.
 * @param sent what the form was opened with, and what it has tried to save: an attempt without a response may be recorded
 */
export function editOf(draft: PlaylistDraft, sent: readonly PlaylistDraft[]): PlaylistEdit | undefined {
  const isChanged = (field: keyof PlaylistDraft) => sent.some((each) => each[field] !== draft[field]);
  const edit: PlaylistEdit = {
    ...(isChanged('name') && { name: draft.name }),
    ...(isChanged('description') && { description: draft.description }),
    ...(isChanged('isPrivate') && { isPrivate: draft.isPrivate }),
    ...(isChanged('recipes') && recipesOf(draft, sent)),
  };
  return Object.keys(edit).length > 0 ? edit : undefined;
}

function recipesOf({ recipes }: PlaylistDraft, sent: readonly PlaylistDraft[]) {
  const listed = recipes.map(({ id }) => id);
  const sentIds = sent.map((each) => new Set(each.recipes.map(({ id }) => id)));
  // One that an attempt has left out may have been removed by it: it counts as added.
  const isAdded = (id: string) => listed.includes(id) && sentIds.some((ids) => !ids.has(id));
  const shown = [...new Set(sentIds.flatMap((ids) => [...ids]).filter((id) => !isAdded(id)))];
  // After attempts with ever other recipes. What is left out stays in the playlist if an attempt was recorded.
  const accepted = shown.slice(0, playlistLimits.shownRecipes);
  return { recipes: listed.map((id) => ({ id })), shownRecipes: accepted.map((id) => ({ id })) };
}
