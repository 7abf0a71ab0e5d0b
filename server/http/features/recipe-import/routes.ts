import { pageAddressOf } from '../../../core/contracts/page-address.ts';
import type { ImportedRecipe } from '../../../core/contracts/recipe-import.ts';
import { youtubeIdOf } from '../../../core/contracts/youtube-address.ts';
import type { PublicFetch } from '../../../core/network/public-fetch.ts';
import type { LimitRule } from '../../../limits/limit-rule.ts';
import type { Limit, Limits } from '../../../limits/limits.ts';
import type { RecipeImport } from '../../../videos/recipe-import.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { tooManyRequests } from '../../plugins/rate-limit.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalid } from '../../responses/errors.ts';
import { importRecipe, tooManyImports } from './operations.ts';

export interface RecipeImportDeps {
  readonly importVideo: RecipeImport;
  readonly fetchPublic: PublicFetch;
  readonly authentication: Authentication;
  readonly limits: Limits;
}

/** The parser of HTML is loaded at the first import. */
const loadPages = () => import('../../../recipe-pages/import-page.ts');
const loadTexts = () => import('../../../recipe-pages/import-text.ts');

/** Per user. */
const maxAtOnce = 2;
const dayMs = 24 * 60 * 60_000;
/** Per user. The operator's quota allows a few dozen videos a day with their captions. */
const videoLimit = { max: 10, periodMs: dayMs, refill: 'after the first use', maxUnsettled: 2 } satisfies LimitRule;
/** Per user. Enough to bring a collection along in a few days, and too few to load other people's servers. */
const pageLimit = { max: 100, periodMs: dayMs, refill: 'after the first use', maxUnsettled: 10 } satisfies LimitRule;

export function recipeImportRoute(
  app: Routes,
  { importVideo, fetchPublic, authentication, limits }: RecipeImportDeps,
): void {
  const videos = limits.open('imports', videoLimit);
  const pages = limits.open('pageImports', pageLimit);
  /** Counted in advance, so that calls in flight count. Returns a function that gives the unit back. */
  const takeOne = (limit: Limit, what: string, uid: string): (() => void) => {
    const waitMs = limit.take(uid);
    if (waitMs > 0) throw tooManyImports(what, Math.ceil(waitMs / 1_000));
    return () => limit.giveBack(uid);
  };

  /** Imports that are under way, by user: the places for fetching pages are few, and shared by all. */
  const underWay = new Map<string, number>();
  const oneOfFew = async <Result>(uid: string, work: () => Promise<Result>): Promise<Result> => {
    const others = underWay.get(uid) ?? 0;
    if (others >= maxAtOnce) throw tooManyRequests(1_000);
    underWay.set(uid, others + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(uid) ?? 1) - 1;
      if (left > 0) underWay.set(uid, left);
      else underWay.delete(uid);
    }
  };

  app.post(
    '/recipes/import',
    {
      schema: importRecipe,
      config: { invalidMessage: 'Invalid YouTube URL' },
      onRequest: authentication.required('Please log in to import a recipe'),
    },
    async (request): Promise<ImportedRecipe> => {
      const { url, text } = request.body;
      const { uid } = userOf(request);
      if (url !== undefined && text !== undefined) throw invalid('Send either url or text', 'text');
      if (text !== undefined) {
        takeOne(pages, 'recipes', uid);
        return oneOfFew(uid, async () => (await loadTexts()).importText(text));
      }
      const videoId = youtubeIdOf(url ?? '');
      if (videoId !== undefined) return importVideo(videoId, () => takeOne(videos, 'videos', uid));
      const address = pageAddressOf(url ?? '');
      if (address === undefined) throw invalid('Invalid YouTube URL', 'url');
      takeOne(pages, 'recipes', uid);
      return oneOfFew(uid, async () => (await loadPages()).importPage(fetchPublic, address));
    },
  );
}
