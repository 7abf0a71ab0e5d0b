import { calendarLinkCategory } from '../../../core/domain/calendar-link/events.ts';
import { groceryListCategory } from '../../../core/domain/grocery-list/events.ts';
import { householdCategory } from '../../../core/domain/household/events.ts';
import { listCollectionCategory } from '../../../core/domain/list-collection/events.ts';
import { mealPlanCategory } from '../../../core/domain/meal-plan/events.ts';
import { playlistCategory } from '../../../core/domain/playlist/events.ts';
import type { RecordedEvent } from '../../../core/event-log.ts';

/** Streams with data that not everybody can read, as users know them. A playlist may be private at any time. */
const privateCategories: ReadonlyMap<string, string> = new Map([
  [calendarLinkCategory, 'calendar links'],
  [groceryListCategory, 'grocery lists'],
  [householdCategory, 'households'],
  [listCollectionCategory, 'grocery lists'],
  [mealPlanCategory, 'meal plans'],
  [playlistCategory, 'playlists'],
]);

const categoryOf = ({ stream }: RecordedEvent): string => stream.slice(0, stream.indexOf('-'));

/** What these events reveal, and about whom; undefined if everybody can read it. */
export function privateDataIn(events: readonly RecordedEvent[]): { what: string; whose: string[] } | undefined {
  const concerned = events.filter((event) => privateCategories.has(categoryOf(event)));
  if (concerned.length === 0) return undefined;
  const kinds = [...new Set(concerned.map((event) => privateCategories.get(categoryOf(event))))].sort();
  return { what: `changes of ${kinds.join(', ')}`, whose: [...new Set(concerned.map(({ meta }) => meta.actor))] };
}
