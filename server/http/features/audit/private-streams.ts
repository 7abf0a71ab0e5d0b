import { viewOf } from '../../../audit/time-travel/views.ts';
import { calendarLinkCategory } from '../../../core/domain/calendar-link/events.ts';
import { followingCategory } from '../../../core/domain/following/events.ts';
import { groceryListCategory } from '../../../core/domain/grocery-list/events.ts';
import { householdCategory } from '../../../core/domain/household/events.ts';
import { listCollectionCategory } from '../../../core/domain/list-collection/events.ts';
import { mealPlanCategory } from '../../../core/domain/meal-plan/events.ts';
import { moderationCategory } from '../../../core/domain/moderation/events.ts';
import { notificationsCategory } from '../../../core/domain/notifications/events.ts';
import { playlistCategory } from '../../../core/domain/playlist/events.ts';

/** Streams with data that not everybody can read, as users know them. A playlist may be private at any time. */
const privateCategories: ReadonlyMap<string, string> = new Map([
  [calendarLinkCategory, 'calendar links'],
  [followingCategory, 'followed people'],
  [groceryListCategory, 'grocery lists'],
  [householdCategory, 'households'],
  [listCollectionCategory, 'grocery lists'],
  [mealPlanCategory, 'meal plans'],
  [notificationsCategory, 'notifications'],
  [moderationCategory, 'reports'],
  [playlistCategory, 'playlists'],
]);

export interface StreamParts {
  readonly category: string;
  readonly id: string;
}

/** The kind of the aggregate and its id. */
export function partsOf(stream: string): StreamParts {
  const at = stream.indexOf('-');
  return { category: stream.slice(0, at), id: stream.slice(at + 1) };
}

/** What users call the private data of a stream; undefined if everybody can read it. */
export const privateKindOf = (stream: string): string | undefined => privateCategories.get(partsOf(stream).category);

/** The names of the projections whose documents show private streams. */
export const privateProjections: ReadonlySet<string> = new Set(
  [...privateCategories.keys()].flatMap((category) => viewOf(`${category}-`)?.projection.name ?? []),
);
