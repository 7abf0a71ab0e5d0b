import { isId } from '../core/contracts/shared.ts';
import { recipeRoom, type WatchedRoom } from './rooms.ts';

/** More than a screen shows whole. */
const maxWatched = 4;

/** The rooms of the recipes that a client names; undefined for invalid input. Everybody may see recipes. */
export function watchedRooms(recipeIds: unknown): readonly WatchedRoom[] | undefined {
  if (!Array.isArray(recipeIds) || recipeIds.length > maxWatched) return undefined;
  const valid = recipeIds.filter((id) => typeof id === 'string' && isId(id));
  return valid.length === recipeIds.length ? valid.map(recipeRoom) : undefined;
}
