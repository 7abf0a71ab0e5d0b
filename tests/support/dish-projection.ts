/** A small projection that uses every feature: documents, indexes, and ranges in both directions. */
import type { ProjectedEvent, Projection } from '../../projections/definitions/projection.ts';
import { positionScore } from '../../projections/definitions/projection.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';

interface Dish {
  readonly title: string;
  readonly cook: string;
  readonly likes: number;
}

interface Menu {
  readonly newest: readonly string[];
}

const dishes = 'dishes';
const menus = 'menus';
const newest = 'newest';
const byLikes = 'by-likes';
const dishesOf = (cook: string): string => `of:${cook}`;
/** The menu shows the three newest dishes. */
const menuRange = { direction: 'descending', limit: 3 } as const;
const field = (event: ProjectedEvent, name: 'dish' | 'title'): string =>
  name in event.data ? String(Object.entries(event.data).find(([key]) => key === name)?.[1]) : '';

/** A like changes one dish, a cook's new name all their dishes, and closing a kitchen removes all dishes of its cook. */
export const dishProjection: Projection = {
  name: 'dishes',
  version: 1,
  events: { DishServed: [], DishLiked: [], DishWithdrawn: [], CookRenamed: [], KitchenClosed: [] },
  fold(event, workspace) {
    const id = field(event, 'dish');
    const cook = event.meta.actor;
    const score = positionScore(event.position);
    // The newest dishes before this event.
    workspace.put(menus, 'today', {
      newest: workspace.range(newest, menuRange).map(({ member }) => member),
    } satisfies Menu);
    switch (event.type) {
      case 'DishServed':
        if (workspace.get(dishes, id) !== undefined) return;
        workspace.put(dishes, id, { title: field(event, 'title'), cook, likes: 0 } satisfies Dish);
        workspace.index(newest, id, score);
        workspace.index(byLikes, id, 0);
        workspace.index(dishesOf(cook), id, score);
        return;
      case 'DishLiked': {
        const dish = workspace.get<Dish>(dishes, id);
        if (dish === undefined) return;
        workspace.put(dishes, id, { ...dish, likes: dish.likes + 1 });
        workspace.index(byLikes, id, dish.likes + 1);
        return;
      }
      case 'DishWithdrawn': {
        const dish = workspace.get<Dish>(dishes, id);
        if (dish === undefined) return;
        workspace.remove(dishes, id);
        for (const index of [newest, byLikes, dishesOf(dish.cook)]) workspace.unindex(index, id);
        return;
      }
      case 'CookRenamed':
        for (const { member } of workspace.range(dishesOf(cook))) {
          const dish = workspace.get<Dish>(dishes, member);
          if (dish !== undefined) workspace.put(dishes, member, { ...dish, title: `${dish.title}, renamed` });
        }
        return;
      case 'KitchenClosed':
        for (const { member } of workspace.range(dishesOf(cook))) {
          workspace.remove(dishes, member);
          workspace.unindex(newest, member);
          workspace.unindex(byLikes, member);
        }
        workspace.dropIndex(dishesOf(cook));
        return;
    }
  },
};

/** All documents and indexes of these dishes and cooks. */
export async function readDishes(model: ReadModel, ids: readonly string[], cooks: readonly string[]): Promise<object> {
  const all = { direction: 'ascending', limit: 1_000 } as const;
  const documents = [...(await model.getMany(dishes, ids)), await model.get(menus, 'today')];
  return {
    documents: documents.map((stored) => stored && `${stored.position} ${stored.json}`),
    indexes: await Promise.all([newest, byLikes, ...cooks.map(dishesOf)].map((index) => model.range(index, all))),
  };
}
