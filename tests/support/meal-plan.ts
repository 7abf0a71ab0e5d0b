/** The meal plan, as one finds one's way on it, and recipes to put into it. */
import type { Page } from 'playwright-core';
import type { PlannedRecipe } from '../../server/contracts/meal-plan.ts';
import type { Ingredient } from '../../web/features/meal-plan/add-up.ts';

export const planOn = (page: Page) => {
  const day = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const found = dialog.getByRole('listitem');
  return {
    day,
    dialog,
    found,
    empty: (name: string, meal: string) => day(name).getByRole('button', { name: `Add ${meal}` }),
    /** The slot that a recipe is in. */
    filled: (name: string, title: string) => day(name).getByRole('button').filter({ hasText: title }),
    remove: (name: string, title: string) => day(name).getByRole('button', { name: `Remove ${title}` }),
    search: dialog.getByLabel('Search recipes'),
    /** Fills a slot with the first recipe found. */
    add: async (name: string, meal: string, query: string) => {
      await day(name)
        .getByRole('button', { name: `Add ${meal}` })
        .click();
      await dialog.getByLabel('Search recipes').fill(query);
      await found
        .filter({ hasText: new RegExp(query, 'i') })
        .first()
        .click();
      await dialog.waitFor({ state: 'detached' });
    },
    undo: page.getByRole('button', { name: 'Undo' }),
    week: page.getByRole('status').filter({ hasText: '–' }),
  };
};

const recipe = (n: number, title: string, cuisine: string, cookingTime: number, art: string): PlannedRecipe => ({
  id: `0b6f1e5a-0000-7000-8000-00000000000${n}`,
  title,
  cuisine,
  cookingTime,
  imageUrl: `/art/${art}-card-480.webp`,
});

export const dishes = {
  salad: recipe(1, 'Greek Salad', 'Mediterranean', 15, 'greek'),
  feta: recipe(2, 'Baked Feta Pasta', 'Mediterranean', 40, 'feta'),
  ramen: recipe(3, 'Shoyu Ramen', 'Japanese', 90, 'greek'),
  pancakes: recipe(4, 'Blueberry Pancakes with Maple Butter', 'American', 25, 'feta'),
};

/** Answers the recipe search of a page with those of the dishes that begin with what is searched for. */
export const servesDishes = (page: Page): Promise<unknown> =>
  page.route('**/api/recipes/search?*', async (route) => {
    const query = new URL(route.request().url()).searchParams.get('q')?.toLowerCase() ?? '';
    const items = Object.values(dishes).filter(({ title }) => title.toLowerCase().startsWith(query));
    await route.fulfill({ json: { items, nextCursor: null } });
  });

/** Answers with these ingredients when a page asks for the recipe. */
export const servesRecipe = (
  page: Page,
  { id, title }: PlannedRecipe,
  ...ingredients: Ingredient[]
): Promise<unknown> =>
  page.route(`**/api/recipes/${id}`, (route) => route.fulfill({ json: { id, title, ingredients } }));
