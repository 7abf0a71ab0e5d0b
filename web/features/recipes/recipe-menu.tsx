import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useReport } from '../../components/report-menu.tsx';
import { notify } from '../../lib/notices.ts';
import { useGo } from '../../lib/use-go.ts';

const loadWithdrawal = async () => (await import('./withdraw-recipe.tsx')).withdrawRecipe;

const loadDownload = async () => (await import('./download-recipe.ts')).downloadRecipe;

export interface RecipeMenuProps {
  recipe: Recipe;
  isOwn: boolean;
  isWithdrawn: boolean;
}

/** The actions of every reader, and those of the recipe's author. */
export function RecipeMenu({ recipe, isOwn, isWithdrawn }: RecipeMenuProps) {
  const { id } = recipe;
  const download = (format: 'markdown' | 'json') =>
    loadDownload().then(
      (downloadRecipe) => downloadRecipe(recipe, format),
      () => notify.error('The file could not be made. Check your connection and try again.'),
    );
  const go = useGo();
  const report = useReport({ kind: 'recipe', id });
  const withdraw = () =>
    loadWithdrawal().then(
      (withdrawRecipe) => {
        withdrawRecipe(recipe);
        go('/');
      },
      () => notify.error('Failed to withdraw recipe'),
    );
  return (
    <>
      <MoreMenu
        label="Recipe options"
        items={[
          ...(isOwn && !isWithdrawn ? [{ label: 'Edit', onChoose: () => go(`/recipe/${id}/edit`) }] : []),
          ...(isWithdrawn ? [] : [{ label: 'Make it yours', onChoose: () => go(`/recipe/${id}/adapt`) }]),
          { label: 'Print', onChoose: () => window.print() },
          { label: 'Save as Markdown', onChoose: () => void download('markdown') },
          { label: 'Save for another app', onChoose: () => void download('json') },
          ...(isOwn && !isWithdrawn ? [{ label: 'Withdraw', onChoose: () => void withdraw() }] : []),
          ...(isOwn || isWithdrawn ? [] : [report.item]),
        ]}
      />
      {report.dialog}
    </>
  );
}
