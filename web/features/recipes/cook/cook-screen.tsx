import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { NeedsConnection } from '../../../components/needs-connection.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { followRecipes } from '../follow-recipes.ts';
import { forgetKeptRecipe, keepRecipe, useRecipeOrKept } from '../kept-recipes.ts';
import { RecipeUnavailable } from '../recipe-unavailable.tsx';
import { CookHeader } from './cook-header.tsx';
import styles from './cook-screen.module.css';
import { Cooking } from './cooking.tsx';

/** Shows a recipe one step at a time. */
export function CookScreen() {
  const { id = '' } = useParams();
  const state = useRecipeOrKept(id);
  const { status } = state;
  const recipe = state.status === 'shown' ? state.recipe : undefined;
  useDocumentTitle(recipe ? `Cook ${recipe.title}` : 'Cook');
  useEffect(followRecipes, []);
  useEffect(() => {
    if (recipe) keepRecipe(recipe).catch(reportError);
    else if (status === 'missing') forgetKeptRecipe(id).catch(reportError);
  }, [recipe, status, id]);

  if (status === 'missing' || status === 'failed') return <RecipeUnavailable reason={status} />;
  if (recipe?.instructions.length === 0) return <Navigate to={`/recipe/${id}`} replace />;
  if (recipe) return <Cooking recipe={recipe} />;
  return (
    <div className={styles.screen}>
      <CookHeader recipeId={id} title="Cook" />
      {status === 'unavailable' ? (
        <NeedsConnection subject="This recipe" />
      ) : (
        <Loading text="Loading...">
          <div className={styles.loading}>
            <Skeleton height={6} radius={999} />
            <Skeleton width={48} height={56} />
            <Skeleton height={28} />
            <Skeleton width="80%" height={28} />
          </div>
        </Loading>
      )}
    </div>
  );
}
