import { randomUUID } from 'node:crypto';
import type { PostForm } from '../../server/core/contracts/community.ts';
import type {
  AddedItems,
  AddIngredients,
  ChangeGroceryItem,
  GroceryItem,
  GroceryList,
  HistoryEntry,
  HistoryPage,
} from '../../server/core/contracts/grocery-list.ts';
import type { OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import type { MealPlan, SaveMealPlan } from '../../server/core/contracts/meal-plan.ts';
import type { NotificationPage } from '../../server/core/contracts/notifications.ts';
import type { PlaylistForm, PlaylistPage } from '../../server/core/contracts/playlists.ts';
import type { Recipe, RecipeForm } from '../../server/core/contracts/recipes.ts';
import { daysAfter } from '../../server/core/contracts/week.ts';
import type { Person } from './browsers.ts';
import type { ServerAddress } from './running-server.ts';

/** API calls with the token of a person's session: faster than the same actions in the browser. */
export function apiOf({ address }: ServerAddress, { session }: Pick<Person, 'session'>) {
  const { uid, token } = session;
  const send = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text || 'null');
  };
  return {
    publish: (post: PostForm) => send<{ id: string }>('POST', '/community', post),
    revise: (postId: string, post: PostForm) => send('PUT', `/community/${postId}`, post),
    like: (postId: string) => send('POST', `/community/${postId}/like`),
    comment: (postId: string, text: string) => send<{ id: string }>('POST', `/community/${postId}/comments`, { text }),
    notifications: async () => (await send<NotificationPage>('GET', '/notifications')).items,
    deleteComment: (postId: string, id: string) => send('DELETE', `/community/${postId}/comments/${id}`),
    addGroceries: (...ingredients: AddIngredients['ingredients']) =>
      send<AddedItems>('POST', '/grocery-list', { userId: uid, ingredients }),
    changeGrocery: (itemId: string, change: ChangeGroceryItem) =>
      send<GroceryItem>('PATCH', `/grocery-list/${uid}/${itemId}`, change),
    groceryItems: async () => (await send<GroceryList>('GET', `/grocery-list/${uid}`)).items,
    /** The names of the items on a list. */
    groceries: async (whose: string = uid) =>
      (await send<GroceryList>('GET', `/grocery-list/${whose}`)).items.map(({ name }) => name),
    publishRecipe: (recipe: RecipeForm) => send<Recipe>('POST', '/recipes', recipe),
    reviseRecipe: (id: string, recipe: RecipeForm) => send<Recipe>('PUT', `/recipes/${id}`, recipe),
    withdrawRecipe: (id: string) => send('DELETE', `/recipes/${id}`),
    changePassword: (username: string, currentPassword: string, newPassword: string) =>
      send('PUT', '/users/profile', { username, currentPassword, newPassword }),
    likeRecipe: (id: string) => send('POST', `/recipes/${id}/like`, { liked: true }),
    commentOnRecipe: (recipeId: string, text: string) =>
      send<{ id: string }>('POST', `/recipes/${recipeId}/comments`, { text }),
    /** The titles of the recipes in the user's playlist with this name. */
    recipesIn: async (name: string) => {
      const { items } = await send<PlaylistPage>('GET', `/playlists/${uid}`);
      return items.find((playlist) => playlist.name === name)?.recipes.map(({ title }) => title);
    },
    createPlaylist: (playlist: PlaylistForm) => send<{ id: string }>('POST', '/playlists', playlist),
    likePlaylist: (playlistId: string) => send('POST', `/playlists/${playlistId}/like`),
    /** Saves the plan of this week. */
    plan: (week: SaveMealPlan) => send('PUT', `/meal-plan/${uid}`, week),
    /** The titles of the recipes in the next week. */
    plannedNextWeek: async () => {
      const week = daysAfter(new Date().toISOString().slice(0, 10), 7);
      const { meals } = await send<MealPlan>('GET', `/meal-plan/${uid}?week=${week}`);
      return meals.map(({ recipe }) => recipe?.title);
    },
    /** Removes all meals of this week, also notes, which saving an empty plan keeps. */
    clearPlan: async () => {
      const { meals } = await send<MealPlan>('GET', `/meal-plan/${uid}`);
      const remove = meals.map(({ id }) => ({ id }));
      if (remove.length > 0) await send('PATCH', `/meal-plan/${uid}`, { remove });
    },
    clearGroceries: () => send('DELETE', `/grocery-list/${uid}`),
    addGroceriesTo: (whose: string, ...ingredients: AddIngredients['ingredients']) =>
      send<AddedItems>('POST', '/grocery-list', { userId: whose, ingredients }),
    listOf: (whose: string) => send<GroceryList>('GET', `/grocery-list/${whose}`),
    /** All entries, newest first. */
    historyOf: async (whose: string): Promise<HistoryEntry[]> => {
      const entries: HistoryEntry[] = [];
      for (let query = ''; ; ) {
        const { items, nextCursor } = await send<HistoryPage>('GET', `/grocery-list/${whose}/history${query}`);
        entries.push(...items);
        if (nextCursor === null) return entries;
        query = `?cursor=${encodeURIComponent(nextCursor)}`;
      }
    },
    openList: (whose: string, name: string) => send<OwnersList>('POST', `/grocery-list/${whose}/lists`, { name }),
    changeGroceryOf: (whose: string, itemId: string, change: ChangeGroceryItem) =>
      send<GroceryItem>('PATCH', `/grocery-list/${whose}/${itemId}`, change),
    clearListOf: (whose: string) => send('DELETE', `/grocery-list/${whose}`),
    checkGroceryOf: (whose: string, itemId: string) =>
      send<GroceryItem>('PATCH', `/grocery-list/${whose}/${itemId}`, { checked: true }),
    foundHousehold: (name: string) => send<Household>('POST', '/households', { name }),
    invite: (householdId: string, uses = 1) =>
      send<IssuedInvitation>('POST', `/households/${householdId}/invitations`, { uses }),
    revoke: (householdId: string, id: string) => send('DELETE', `/households/${householdId}/invitations/${id}`),
    join: (code: string) => send<Household>('POST', '/households/join', { code }),
    endMembership: (householdId: string, member: string) =>
      send('DELETE', `/households/${householdId}/members/${member}`),
    dissolve: (householdId: string) => send('DELETE', `/households/${householdId}`),
  };
}
