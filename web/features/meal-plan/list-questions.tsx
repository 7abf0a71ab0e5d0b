/** Questions about what a planned meal has left on the list, when the plan has changed. */
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import type { PlannedMeal } from '../../../server/core/contracts/meal-plan.ts';
import { ingredientKey } from '../../../server/core/contracts/planned-items.ts';
import type { ConfirmDialogProps } from '../../components/confirm-dialog.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import { type ListOfUser, type ListWriter, loadListWriter } from '../../lib/list-writer.ts';
import { undoOffers } from '../../lib/undo-offers.ts';
import { ingredientsOf, type ShoppingMeal, shoppingMealOf } from './add-week-ingredients.ts';
import { loadRecipe } from './kept-recipes.ts';

export type Question = Omit<ConfirmDialogProps, 'onClose' | 'children'>;

/** The unchecked items of a meal. */
interface Open {
  readonly meal: ShoppingMeal;
  readonly items: readonly GroceryItem[];
  readonly writer: ListWriter;
}

/** Portions are quotients: a smaller difference is a rounding error. */
const minDifference = 0.001;
const maxNames = 12;

async function openItemsOf(list: ListOfUser, planned: PlannedMeal): Promise<Open | undefined> {
  const meal = shoppingMealOf(planned);
  if (!meal) return undefined;
  const writer = await loadListWriter();
  const items = await writer.openItemsOf(list, meal.id);
  return items.length > 0 ? { meal, items, writer } : undefined;
}

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
  const open = await openItemsOf(list, planned);
  if (!open) return undefined;
  const { meal, items, writer } = open;
  const { title } = meal.recipe;
  const count = formatCount(items.length, 'item');
  return {
    title: `Take its ${count} off the list, too?`,
    text: textOf(open),
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
 * Whether less of a meal should be bought, if it has brought more than is needed now.
 * @param planned the meal with how many eat now
 */
export async function askToBuyLess(list: ListOfUser, planned: PlannedMeal): Promise<Question | undefined> {
  const found = await openItemsOf(list, planned);
  // What a member has changed is as they want it.
  const open = found && { ...found, items: found.items.filter(({ changedBy }) => changedBy === undefined) };
  const recipe = open && (await loadRecipe(list.uid, open.meal.recipe.id));
  if (!open || !recipe) return undefined;
  const { meal, items, writer } = open;
  const needed = ingredientsOf(meal, recipe);
  const portion = needed[0]?.plannedMeal?.portion ?? 1;
  // A recipe may have an ingredient in several lines, each of which brings a portion.
  const linesOf = (ingredient: string) => needed.filter((each) => ingredientKey(each) === ingredient).length || 1;
  const isMore = [...Map.groupBy(items, ingredientKey)].some(
    ([ingredient, lines]) => portionOf(lines) / linesOf(ingredient) > portion + minDifference,
  );
  if (!isMore) return undefined;
  return {
    title: `Buy less for ${planned.servings} who eat?`,
    text: textOf(open),
    cancel: 'Keep the amounts',
    action: 'Buy less',
    onConfirm: () => {
      const { changeKey, addedIds } = writer.buyLess(list, meal.id, items, needed);
      const restore = async () => {
        const now = await writer.openItemsOf(list, meal.id);
        const added = now.filter(({ id }) => addedIds.includes(id));
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

const portionOf = (items: readonly GroceryItem[]): number =>
  items.reduce((sum, { plannedMeal }) => sum + (plannedMeal?.portion ?? 0), 0);

function textOf({ meal, items }: Open): string {
  const names = [...new Set(items.map(({ name }) => name))];
  const [was, it] = names.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return `${listNames(names, maxNames)} ${was} added for ${meal.recipe.title}, and nobody has checked ${it} yet.`;
}
