import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { includes } from '../../lib/sync/versioned.ts';

/** During an upgrade, an older server may send a card without a revision. */
export const withRevision = (card: RecipeCard): RecipeCard => ({ ...card, revision: card.revision ?? null });

/** Applies a message. Returns the same card if nothing changes, 'gap' for a push without a revision, or 'gone'. */
export function foldCard(card: RecipeCard, message: LiveMessage): RecipeCard | 'gap' | 'gone' {
  switch (message.kind) {
    case 'recipe.published':
    case 'recipe.revised': {
      const pushed = withRevision(message.recipe);
      if (pushed.id !== card.id) return card;
      if (pushed.revision === null) return 'gap';
      return includes(card, pushed.revision) ? card : pushed;
    }
    case 'recipe.withdrawn':
      return message.recipeId === card.id ? 'gone' : card;
    case 'person.changed':
      return withAuthorName(card, message);
    default:
      return card;
  }
}

/** Shows the current name of the author, unless the recipe credits someone else. */
export const withAuthorName = <Card extends RecipeCard>(
  card: Card,
  { uid, name }: { uid: string; name: string },
): Card => (card.authorId === uid && !card.credited && card.author !== name ? { ...card, author: name } : card);
