import { people, unknownUserName } from '../../../../projections/definitions/people.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type {
  FoundRecipe,
  FoundRecipes,
  RankedRecipe,
  RecipeQuery,
} from '../../../../projections/search/found-recipes.ts';
import type { FindingQuery, FoundRecipes as FoundRecipesResponse } from '../../../core/contracts/finding.ts';
import { findingLimits } from '../../../core/contracts/limits.ts';
import { invalidCursor } from '../../responses/errors.ts';

/** @throws HttpError 422 for an invalid cursor */
export function recipeQueryOf(query: FindingQuery): RecipeQuery {
  const { q = '', cuisine = [], author = [], atHand = [], onlyCookable = false, cursor, limit = 20 } = query;
  const { difficulty, maxMinutes, sort = q.trim() === '' ? 'newest' : 'best' } = query;
  const after = cursor === undefined ? undefined : recipeAt(cursor);
  if (cursor !== undefined && !after) throw invalidCursor();
  return {
    ...{ text: q, cuisines: cuisine.filter(isNotBlank), authors: author, difficulty, maxMinutes },
    ...{ atHand: atHand.filter(isNotBlank), onlyCookable, sort, limit, after },
  };
}

const isNotBlank = (text: string): boolean => text.trim() !== '';

/** The response, assembled from the stored JSON of the cards. */
export async function foundPage(model: ReadModelReader, query: RecipeQuery, found: FoundRecipes): Promise<string> {
  const { recipes, hasMore, authors, without, ...counts } = found;
  const [cards, names] = await Promise.all([
    model.getMany(
      recipesModel.cards,
      recipes.map(({ id }) => id),
    ),
    model.getMany(
      people,
      authors.map(({ value }) => value),
    ),
  ]);
  // A recipe without a card was withdrawn after the search found it.
  const items = recipes.flatMap((recipe, n) => withMissing(cards[n]?.json, recipe) ?? []);
  const last = hasMore ? recipes.at(-1) : undefined;
  const rest: Omit<FoundRecipesResponse, 'items'> = {
    nextCursor: last ? cursorOf(last) : null,
    total: counts.total,
    isComplete: counts.isComplete,
    ...(counts.cookable !== undefined && { cookable: counts.cookable }),
    cuisines: [...counts.cuisines],
    authors: authors.flatMap(({ value: id, count }, n) => {
      const name = nameIn(names[n]?.json) ?? (query.authors.includes(id) ? unknownUserName : undefined);
      // Accounts without a name, such as that of the samples, are not proposed.
      return name === undefined ? [] : [{ id, name, count }];
    }),
    difficulties: [...counts.difficulties],
    without: without.map(({ value: condition, count }) => ({ condition, count })),
  };
  return `{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

function nameIn(json: string | undefined): string | undefined {
  const person: { readonly name: string } | undefined = json && JSON.parse(json);
  return person?.name;
}

function withMissing(json: string | undefined, { missing }: FoundRecipe): string | undefined {
  if (json === undefined || missing === undefined) return json;
  const shown = { count: missing.length, names: missing.slice(0, findingLimits.missing) };
  return `${json.slice(0, -1)},"missing":${JSON.stringify(shown)}}`;
}

const cursorOf = ({ rank, publishedAt, id }: RankedRecipe): string =>
  Buffer.from(`${rank} ${publishedAt} ${id}`).toString('base64url');

/** Undefined for a text that `cursorOf` did not create. */
function recipeAt(cursor: string): RankedRecipe | undefined {
  const [rank, publishedAt, id, ...others] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (id === undefined || others.length > 0) return undefined;
  const recipe = { rank: Number(rank), publishedAt: Number(publishedAt), id };
  return cursorOf(recipe) === cursor ? recipe : undefined;
}
