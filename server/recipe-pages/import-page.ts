import type { ImportedRecipe } from '../core/contracts/recipe-import.ts';
import { FetchProblem, type FetchProblemCode } from '../core/network/fetch-problem.ts';
import type { PublicFetch } from '../core/network/public-fetch.ts';
import { decodePage } from './decode-page.ts';
import { parseApart } from './parse-apart.ts';
import { RecipePageProblem, type RecipePageProblemCode } from './recipe-page-problem.ts';
import { withSource } from './source-line.ts';

/** Recipe pages with hundreds of comments and inline pictures have a few MB. */
const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 10_000, types: ['text/html', 'application/xhtml+xml'] };

const problems: Readonly<Record<FetchProblemCode, RecipePageProblemCode>> = {
  INVALID_ADDRESS: 'PAGE_UNAVAILABLE',
  REFUSED_ADDRESS: 'PAGE_UNAVAILABLE',
  UNREACHABLE: 'PAGE_UNAVAILABLE',
  TOO_MANY_REDIRECTS: 'PAGE_UNAVAILABLE',
  STATUS: 'PAGE_UNAVAILABLE',
  TIMEOUT: 'PAGE_TIMEOUT',
  WRONG_TYPE: 'NO_RECIPE',
  TOO_LARGE: 'PAGE_TOO_LARGE',
  BUSY: 'PAGES_BUSY',
};

/** The recipe of a page, whose address goes into the description. @throws RecipePageProblem */
export async function importPage(fetchPage: PublicFetch, address: string): Promise<ImportedRecipe> {
  const { body, charset, url } = await fetchPage({ address, ...limits }).catch((error: unknown) => {
    if (error instanceof FetchProblem) throw new RecipePageProblem(problems[error.code], { cause: error });
    throw error;
  });
  const recipe = await parseApart({ kind: 'page', html: decodePage(body, charset), url });
  if (!recipe) throw new RecipePageProblem('NO_RECIPE');
  return { ...recipe, description: withSource(recipe.description ?? '', url) };
}
