/** Questions about what a planned meal has left on the list, when the plan has changed. */
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { ingredientKey, missingParts } from '../../../server/core/contracts/planned-items.ts';
import type { ConfirmDialogProps } from '../../components/confirm-dialog.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import { type ListOfUser, type ListWriter, loadListWriter, type NewIngredient } from '../../lib/list-writer.ts';
import { notify } from '../../lib/notices.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { ingredientsOf, type ShoppingMeal, shoppingMealOf } from './add-week-ingredients.ts';
import { addedWeekText } from './added-week-text.ts';
import { loadRecipe } from './kept-recipes.ts';

export type Question = Omit<ConfirmDialogProps, 'onClose' | 'children'>;

/** The items of a meal on the list. */
interface Brought {
  readonly meal: ShoppingMeal;
  readonly items: readonly GroceryItem[];
  readonly writer: ListWriter;
}

/** Portions are quotients: a smaller difference is a rounding error. */
const minDifference = 0.001;
const maxNames = 12;

async function broughtBy(list: ListOfUser, planned: PlannedMeal): Promise<Brought | undefined> {
  const meal = shoppingMealOf(planned);
  if (!meal) return undefined;
  const writer = await loadListWriter();
  const items = await writer.itemsOf(list, meal.id);
  return items.length > 0 ? { meal, items, writer } : undefined;
}

const isOpen = ({ checked }: GroceryItem): boolean => !checked;

/**
 * Whether the items of a meal that is not planned any more, or has another recipe, should be removed.
 * @param planned the meal as it was
 * @param undo restores the plan
 */
export async function askToTakeBack(
  list: ListOfUser,
  planned: PlannedMeal,
  undo: () => void,
): Promise<Question | undefined> {
  const brought = await broughtBy(list, planned);
  const items = brought?.items.filter(isOpen) ?? [];
  if (!brought || items.length === 0) return undefined;
  const { meal, writer } = brought;
  const { title } = meal.recipe;
  const count = formatCount(items.length, 'item');
  return {
    title: `Take its ${count} off the list, too?`,
    text: textOf(meal, items),
    cancel: items.length === 1 ? 'Keep it' : 'Keep them',
    action: 'Take off the list',
    onConfirm: () =>
      undoOffers.show({
        changeKey: writer.takeBack(list, meal.id, items),
        message: (
          <>
            Removed <b>{title}</b> and its {count}
          </>
        ),
        onUndo: () => {
          undo();
          writer.restore(list, items);
        },
      }),
  };
}

/**
 * Whether less or more of a meal should be bought, if what it has brought is not what is needed now.
 * @param planned the meal with how many eat now
 */
export async function askAboutAmounts(list: ListOfUser, planned: PlannedMeal): Promise<Question | undefined> {
  const brought = await broughtBy(list, planned);
  const recipe = brought && (await loadRecipe(list.uid, brought.meal.recipe.id));
  if (!brought || !recipe) return undefined;
  const needed = ingredientsOf(brought.meal, recipe);
  const portion = needed[0]?.plannedMeal?.portion ?? 1;
  // A recipe may have an ingredient in several lines, each of which brings a portion.
  const linesOf = (ingredient: string) => needed.filter((each) => ingredientKey(each) === ingredient).length || 1;
  // What a member has changed is as they want it.
  const open = brought.items.filter((item) => isOpen(item) && item.changedBy === undefined);
  const isTooMuch = [...Map.groupBy(open, ingredientKey)].some(
    ([ingredient, lines]) => portionOf(lines) / linesOf(ingredient) > portion + minDifference,
  );
  const eaters = planned.servings === 1 ? '1 person' : `${planned.servings} people`;
  if (isTooMuch) return askToBuyLess(list, { ...brought, items: open }, needed, eaters);
  const portionsOf = (each: NewIngredient) =>
    brought.items
      .filter((item) => ingredientKey(item) === ingredientKey(each))
      .flatMap(({ plannedMeal }) => plannedMeal?.portion ?? []);
  // Of what is on the list: the rest was removed or is at home.
  const listed = needed.filter((each) => portionsOf(each).length > 0);
  return missingParts(listed, portionsOf).length > 0 ? askToBuyMore(list, brought, listed, eaters) : undefined;
}

function askToBuyLess(
  list: ListOfUser,
  { meal, items, writer }: Brought,
  needed: readonly NewIngredient[],
  eaters: string,
): Question {
  return {
    title: `Buy less for ${eaters}?`,
    text: textOf(meal, items),
    cancel: 'Keep the amounts',
    action: 'Buy less',
    onConfirm: () => {
      const { changeKey, addedIds } = writer.buyLess(list, meal.id, items, needed);
      const restore = async () => {
        const now = await writer.itemsOf(list, meal.id);
        const added = now.filter((item) => isOpen(item) && addedIds.includes(item.id));
        if (added.length > 0) writer.takeBack(list, meal.id, added);
        writer.restore(list, items);
      };
      undoOffers.show({
        changeKey,
        message: (
          <>
            Less of <b>{meal.recipe.title}</b> to buy
          </>
        ),
        onUndo: () => void restore().catch(reportError),
      });
    },
  };
}

const askToBuyMore = (
  list: ListOfUser,
  { meal, writer }: Brought,
  needed: readonly NewIngredient[],
  eaters: string,
): Question => ({
  title: `Buy more for ${eaters}?`,
  text: `What is on the list for ${meal.recipe.title} is for fewer.`,
  cancel: 'Keep the amounts',
  action: 'Buy more',
  isHarmless: true,
  onConfirm: () => {
    writer
      .add(list, needed)
      .then((addition) => notify.info(addedWeekText({ total: needed.length, addition, withdrawn: [], unknown: [] })))
      .catch((error) => notify.error(failureText(error, 'Failed to add ingredients to grocery list')));
  },
});

const portionOf = (items: readonly GroceryItem[]): number =>
  items.reduce((sum, { plannedMeal }) => sum + (plannedMeal?.portion ?? 0), 0);

function textOf(meal: ShoppingMeal, items: readonly GroceryItem[]): string {
  const names = [...new Set(items.map(({ name }) => name))];
  const [was, it] = names.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return `${listNames(names, maxNames)} ${was} added for ${meal.recipe.title}, and nobody has checked ${it} yet.`;
}
