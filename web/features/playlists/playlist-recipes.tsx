import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import { IconButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CardLink } from '../../components/card-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { RecipePicture } from '../../components/recipe-picture.tsx';
import { playlists } from './api.ts';
import styles from './playlist-recipes.module.css';

/** The recipes in order. The owner can remove all but the last one. */
export function PlaylistRecipes({ playlist, isOwner }: { playlist: Playlist; isOwner: boolean }) {
  const { id, ownerId, recipes } = playlist;
  if (recipes.length === 0) {
    return <EmptyState title="No recipes left" text="The recipes of this playlist were withdrawn by who wrote them." />;
  }
  return (
    <ul className={styles.recipes} aria-label="Recipes">
      {recipes.map((recipe) => (
        <Card as="li" key={recipe.id} className={styles.recipe}>
          <RecipePicture recipe={recipe} sizes="(min-width: 768px) 320px, 50vw" className={styles.picture} />
          <div className={styles.words}>
            <h2 className={styles.title} dir="auto">
              <CardLink to={`/recipe/${recipe.id}`}>{recipe.title}</CardLink>
            </h2>
            {recipe.cuisine !== '' && <p className={styles.cuisine}>{recipe.cuisine}</p>}
          </div>
          {isOwner && recipes.length > 1 && (
            <IconButton
              label={`Remove ${recipe.title}`}
              icon={<CloseIcon size={14} />}
              className={styles.remove}
              onClick={() => playlists.change([ownerId, id], { kind: 'removeRecipe', recipeId: recipe.id })}
            />
          )}
        </Card>
      ))}
    </ul>
  );
}
