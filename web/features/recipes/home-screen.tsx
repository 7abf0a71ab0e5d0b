import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigationType } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { AddIcon } from '../../components/icons.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { NewItemsPill } from '../../components/new-items-pill.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { everyone } from '../../lib/query-client.ts';
import { recipePages, withdrawing } from './api.ts';
import { followRecipes } from './follow-recipes.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import styles from './home-screen.module.css';
import { IdeasRow } from './ideas/ideas-row.tsx';
import { RecipeCard } from './recipe-card.tsx';
import { recipeColumnsAt } from './recipe-columns.ts';
import { RecipeGrid } from './recipe-grid.tsx';
import { RecipesEnd } from './recipes-end.tsx';

const list = recipePages.query(everyone);

/** All recipes, newest first. Visitors see an introduction above them. */
export function HomeScreen() {
  useDocumentTitle();
  const session = useSession();
  const recipes = useQuery(list);
  const hidden = withdrawing.use();
  const arrivedForward = useNavigationType() !== 'POP';

  useEffect(followRecipes, []);
  useEffect(() => {
    if (arrivedForward) recipePages.showUnseen(everyone); // Nothing is on the screen yet that could jump.
  }, [arrivedForward]);

  const showUnseen = () => {
    recipePages.showUnseen(everyone);
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducesMotion ? 'auto' : 'smooth' });
  };

  return (
    <div className={styles.page}>
      {session.status === 'signedIn' ? (
        <>
          <h1 className={styles.greeting}>What are we cooking?</h1>
          <IdeasRow uid={session.user.uid} />
        </>
      ) : (
        <Invitation />
      )}
      <NewItemsPill count={recipes.data?.unseen.length ?? 0} singular="new recipe" onShow={showUnseen} />
      <LoadFailure query={recipes} subject="Browsing recipes" className={styles.alert}>
        {failureText(recipes.error, 'Failed to fetch recipes')}
      </LoadFailure>
      {recipes.isPending && <GridSkeleton />}
      {recipes.data && (
        <RecipeGrid>
          {recipes.data.items.map(
            (recipe, at) =>
              !hidden.has(recipe.id) && (
                <RecipeCard key={recipe.id} recipe={recipe} isFirst={at < recipeColumnsAt(innerWidth)} />
              ),
          )}
        </RecipeGrid>
      )}
      {recipes.data?.items.length === 0 && (
        <EmptyState
          title="No recipes yet"
          text="Write down the one that everybody asks you for."
          action={<LinkButton to="/create-recipe">Create the first recipe</LinkButton>}
        />
      )}
      {recipes.data && recipes.data.nextCursor !== null && (
        <RecipesEnd key={recipes.data.nextCursor} cursor={recipes.data.nextCursor} />
      )}
      <Link to="/create-recipe" aria-label="Add a recipe" title="Add a recipe" className={styles.add}>
        <AddIcon size={26} />
      </Link>
    </div>
  );
}

function Invitation() {
  return (
    <div className={styles.invitation}>
      <h1 className={styles.promise}>Good food is better shared.</h1>
      <p className={styles.lead}>Browse recipes, plan the week and shop from one list with the people you eat with.</p>
      <Link to="/community" className={styles.community}>
        See what the community cooks
      </Link>
    </div>
  );
}
