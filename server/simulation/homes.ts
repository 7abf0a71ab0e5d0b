import { derivedId } from '../commands/ids.ts';
import { calendarLink } from '../core/domain/calendar-link/decider.ts';
import { groceryList } from '../core/domain/grocery-list/decider.ts';
import type { household } from '../core/domain/household/decider.ts';
import { listCollection } from '../core/domain/list-collection/decider.ts';
import { mealPlan } from '../core/domain/meal-plan/decider.ts';
import type { playlist } from '../core/domain/playlist/decider.ts';
import type { post } from '../core/domain/post/decider.ts';
import type { profile } from '../core/domain/profile/decider.ts';
import type { recipe } from '../core/domain/recipe/decider.ts';
import type { recipeReactions } from '../core/domain/recipe-reactions/decider.ts';
import { type Owned, ownedByHousehold, ownedByUser } from '../ownership/ownership.ts';
import { OpenStream } from './recorder.ts';

/** The open stream of a decider. */
type StreamOf<Decider> = Decider extends {
  initial(): infer State;
  decide(command: infer Command, state: infer _): (infer Event extends { type: string; data: object })[];
}
  ? OpenStream<State, Command, Event>
  : never;

export type GroceryListStream = StreamOf<typeof groceryList>;
export type RecipeStream = StreamOf<typeof recipe>;
export type RecipeReactionsStream = StreamOf<typeof recipeReactions>;
export type PostStream = StreamOf<typeof post>;
export type PlaylistStream = StreamOf<typeof playlist>;
type ProfileStream = StreamOf<typeof profile>;
type CalendarLinkStream = StreamOf<typeof calendarLink>;

/** The lists and the plan of a user or a household. */
export interface Home {
  /** The uid or the id of the household. */
  readonly whose: string;
  readonly list: GroceryListStream;
  readonly plan: StreamOf<typeof mealPlan>;
  readonly collection: StreamOf<typeof listCollection>;
  /** Lists in addition to the main one. */
  readonly furtherLists: GroceryListStream[];
}

export interface Person {
  readonly uid: string;
  readonly name: string;
  readonly profile: ProfileStream;
  readonly own: Home;
  /** By the owner of the plan. */
  readonly calendarLinks: Map<string, CalendarLinkStream>;
  /** Where they are a member and something still happens. */
  readonly households: Household[];
  /** Also of households where nothing happens any more. */
  memberships: number;
}

export interface Household {
  readonly stream: StreamOf<typeof household>;
  readonly home: Home;
  /** Members who still use Potluck. */
  readonly people: Person[];
}

const homeWith = (whose: string, { listId, planId }: Owned): Home => ({
  whose,
  list: new OpenStream(groceryList, listId),
  plan: new OpenStream(mealPlan, planId),
  collection: new OpenStream(listCollection, listId),
  furtherLists: [],
});

export const homeOfUser = (uid: string): Home => homeWith(uid, ownedByUser(uid));
export const homeOfHousehold = (id: string): Home => homeWith(id, ownedByHousehold(id));

export function calendarLinkOf({ uid, calendarLinks }: Person, { whose }: Home): CalendarLinkStream {
  const link = calendarLinks.get(whose) ?? new OpenStream(calendarLink, derivedId('calendar-link', uid, whose));
  calendarLinks.set(whose, link);
  return link;
}

/** The uids of all members of a household. */
export const membersOf = ({ stream: { state } }: Household): string[] =>
  state.status === 'founded' ? [...state.members.keys()] : [];
