import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { Chip } from '../../components/chip.tsx';
import { classNames } from '../../components/class-names.ts';
import { HiddenNotice } from '../../components/hidden-notice.tsx';
import { BackIcon, CommunityIcon } from '../../components/icons.tsx';
import { NeedsConnection } from '../../components/needs-connection.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { formatCount } from '../../lib/format-count.ts';
import { useSession } from '../../lib/identity/session.ts';
import { notify } from '../../lib/notices.ts';
import { personPath } from '../../lib/person-path.ts';
import { useGo } from '../../lib/use-go.ts';
import { Adaptations, Origin } from './adaptations.tsx';
import { ClockIcon } from './clock-icon.tsx';
import { followRecipes } from './follow-recipes.ts';
import { Ingredients } from './ingredients.tsx';
import { Instructions } from './instructions.tsx';
import { useRecipeOrKept } from './kept-recipes.ts';
import { MadeThis } from './made-this.tsx';
import { useReactions } from './reactions.ts';
import { RecipeActions } from './recipe-actions.tsx';
import { RecipeMedia } from './recipe-media.tsx';
import { RecipeMenu } from './recipe-menu.tsx';
import styles from './recipe-screen.module.css';
import { RecipeSkeleton } from './recipe-skeleton.tsx';
import top from './recipe-top.module.css';
import { RecipeUnavailable } from './recipe-unavailable.tsx';
import { RelatedRecipes } from './related-recipes.tsx';
import { WhatChanged } from './what-changed.tsx';

export function RecipeScreen() {
  const { id = '' } = useParams();
  const state = useRecipeOrKept(id);
  useDocumentTitle(state.status === 'shown' ? state.recipe.title : 'Recipe');
  useEffect(followRecipes, []);

  if (state.status === 'missing' || state.status === 'failed') return <RecipeUnavailable reason={state.status} />;
  return (
    <div className={styles.screen}>
      <BackButton />
      {state.status === 'loading' && <RecipeSkeleton />}
      {state.status === 'unavailable' && (
        <div className={styles.unavailable}>
          <NeedsConnection subject="This recipe" />
        </div>
      )}
      {state.status === 'shown' && <LoadedRecipe recipe={state.recipe} isWithdrawn={state.isWithdrawn} />}
    </div>
  );
}

function LoadedRecipe({ recipe, isWithdrawn }: { recipe: Recipe; isWithdrawn: boolean }) {
  const session = useSession();
  const isOwn = session.status === 'signedIn' && session.user.uid === recipe.authorId;
  // Others cannot read it: it has no likes, comments and related recipes.
  const isPublic = !isWithdrawn && !recipe.hidden;
  const reactions = useReactions(recipe);
  const { title, author, cuisine, difficulty, description, cookingTime, servings } = recipe;
  useEffect(() => {
    if (isWithdrawn) notify.info('This recipe has just been withdrawn. You can read it until you leave this page.');
  }, [isWithdrawn]);
  return (
    <article>
      {recipe.hidden && (
        <div className={styles.hidden}>
          <HiddenNotice id={recipe.id} hidden={recipe.hidden} />
        </div>
      )}
      <div className={classNames(top.top, top[recipe.type])}>
        <RecipeMedia key={recipe.youtubeUrl ?? recipe.tiktokUrl ?? recipe.imageUrl} recipe={recipe} />
        <div className={top.about}>
          <div className={styles.chips}>
            {cuisine && <Chip tone="coral">{cuisine}</Chip>}
            {difficulty && <Chip>{difficulty}</Chip>}
            {isWithdrawn && <Chip>Withdrawn</Chip>}
            <div className={classNames(styles.menu, recipe.type === 'image' && styles.onPicture)}>
              <RecipeMenu recipe={recipe} isOwn={isOwn} isWithdrawn={isWithdrawn} />
            </div>
          </div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.author}>
            <span>By {recipe.credited ? author : <Link to={personPath(recipe.authorId)}>{author}</Link>}</span>
            {isPublic && <WhatChanged recipe={recipe} />}
            {isPublic && <Adaptations recipe={recipe} />}
          </p>
          {recipe.basedOn && <Origin basedOn={recipe.basedOn} />}
          {isPublic && <RecipeActions recipe={recipe} reactions={reactions.shown} onChange={reactions.change} />}
          {description && <p className={styles.description}>{description}</p>}
          <dl className={styles.facts}>
            {cookingTime !== undefined && (
              <div className={styles.fact}>
                <ClockIcon size={24} className={styles.factIcon} />
                <dt>Cooking time</dt>
                <dd>{formatCount(cookingTime, 'minute')}</dd>
              </div>
            )}
            {servings !== undefined && (
              <div className={styles.fact}>
                <CommunityIcon size={24} className={styles.factIcon} />
                <dt>Servings</dt>
                <dd>For {servings}</dd>
              </div>
            )}
          </dl>
        </div>
      </div>
      <div className={styles.rest}>
        <Ingredients key={JSON.stringify(recipe.ingredients)} recipe={recipe} />
        <Instructions recipeId={recipe.id} steps={recipe.instructions} />
        {isPublic && <MadeThis {...reactions} onChange={reactions.change} />}
      </div>
      <p className={styles.printedFrom}>{`${location.host}/recipe/${recipe.id}`}</p>
      {isPublic && <RelatedRecipes key={recipe.id} id={recipe.id} />}
    </article>
  );
}

/** On a phone, it replaces the top bar. */
function BackButton() {
  const go = useGo();
  const hasHistory = useLocation().key !== 'default';
  const back = () => go(hasHistory ? -1 : '/');
  return (
    <button type="button" className={styles.back} aria-label="Back" title="Back" onClick={back}>
      <BackIcon size={20} />
    </button>
  );
}
