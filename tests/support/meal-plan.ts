/** Locators and actions of the meal plan, and recipes to plan. */
import type { Locator, Page } from 'playwright-core';
import type { PlannedRecipe } from '../../server/core/contracts/meal-plan.ts';
import { mondayOf } from '../../server/core/contracts/week.ts';
import { samples } from '../../server/samples/publish-samples.ts';
import { apiOf } from './api-of.ts';
import { atRest } from './at-rest.ts';
import type { Person } from './browsers.ts';
import type { ServerAddress } from './running-server.ts';

export const planOn = (page: Page) => {
  const day = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const found = dialog.getByRole('listitem');
  return {
    day,
    dialog,
    found,
    empty: (name: string, meal: string) => day(name).getByRole('button', { name: `Add ${meal}` }),
    /** The slot with a recipe. */
    filled: (name: string, title: string) => day(name).getByRole('link').filter({ hasText: title }),
    slot: (name: string, meal: string) => page.locator(`[data-slot="${name} ${meal}"]`),
    /** Chooses an item of the menu of a meal. */
    choose: async (name: string, title: string, item: string) => {
      await day(name)
        .getByRole('button', { name: `Options for ${title}` })
        .click();
      await day(name).getByRole('menuitem', { name: item, exact: true }).click();
    },
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
    /** Presses the button of the mouse on a meal and moves it over a slot. */
    drag: async (meal: Locator, slot: Locator) => {
      const [start, end] = [await meal.boundingBox(), await slot.boundingBox()];
      if (!start || !end) throw new Error('A meal or slot is not shown');
      await page.mouse.move(start.x + 20, start.y + 10);
      await page.mouse.down();
      await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 3 });
    },
    undo: page.getByRole('button', { name: 'Undo' }),
    week: page.getByRole('status').filter({ hasText: '–' }),
  };
};

/** The date of the Monday of this week, in UTC. */
export const thisMonday = (): string => mondayOf(new Date().toISOString().slice(0, 10));

/** Opens this week's empty plan of a user in each of their browsers, on its Monday, and waits until all are at rest. */
export async function openEmptyWeek(server: ServerAddress, browsers: readonly [Person, ...Person[]]): Promise<void> {
  await apiOf(server, browsers[0]).clearPlan();
  await Promise.all(
    browsers.map(async ({ page }) => {
      await page.clock.setFixedTime(`${thisMonday()}T12:00:00Z`);
      await page.goto('/meal-plan');
      await page.getByText('Add Breakfast').first().waitFor();
      await atRest(page);
    }),
  );
}

/** A sample recipe in the form that a slot stores. */
function sample(title: string, imageUrl: string): PlannedRecipe {
  const found = samples.find(({ recipe }) => recipe.title === title);
  if (!found) throw new Error(`${title} is not a sample recipe`);
  const { cuisine, cookingTime } = found.recipe;
  return { id: found.id, title, imageUrl, ...(cuisine && { cuisine }), ...(cookingTime && { cookingTime }) };
}

export const dishes = {
  salad: sample('Greek Salad', '/art/greek-card-480.webp'),
  pancakes: sample('Blueberry Pancakes with Maple Syrup', '/art/feta-card-480.webp'),
};
