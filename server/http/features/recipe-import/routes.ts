import { isYoutubeAddress, pageAddressOf } from '../../../core/contracts/page-address.ts';
import type { ImportedRecipe } from '../../../core/contracts/recipe-import.ts';
import { youtubeIdOf } from '../../../core/contracts/youtube-address.ts';
import type { PublicFetch } from '../../../core/network/public-fetch.ts';
import type { LimitRule } from '../../../limits/limit-rule.ts';
import type { Limit, Limits } from '../../../limits/limits.ts';
import { RecipePageProblem } from '../../../recipe-pages/recipe-page-problem.ts';
import type { VideoImport } from '../../../videos/video-import.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { limitPerUser } from '../../plugins/limit-per-user.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalid } from '../../responses/errors.ts';
import { importRecipe, tooManyImports } from './operations.ts';

export interface RecipeImportDeps {
  readonly importVideo: VideoImport;
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

  const runWithinLimit = limitPerUser(maxAtOnce);

  /** Counts a page or text, unless it is refused because others are under way. */
  const countOne = (uid: string, work: () => Promise<ImportedRecipe>): Promise<ImportedRecipe> =>
    runWithinLimit(uid, async () => {
      const giveBack = takeOne(pages, 'recipes', uid);
      try {
        return await work();
      } catch (error) {
        if (error instanceof RecipePageProblem && error.code === 'PAGES_BUSY') giveBack();
        throw error;
      }
    });

  app.post(
    '/recipes/import',
    {
      schema: importRecipe,
      onRequest: authentication.required('Please log in to import a recipe'),
    },
    async (request): Promise<ImportedRecipe> => {
      const { url, text } = request.body;
      const { uid } = userOf(request);
      if (url !== undefined && text !== undefined) throw invalid('Send either url or text', 'text');
      if (text !== undefined) return countOne(uid, async () => (await loadTexts()).importText(text));
      if (url === undefined) throw invalid('Send the address of a page or video as url, or a text as text', 'url');
      const videoId = youtubeIdOf(url);
      if (videoId !== undefined) return importVideo(videoId, () => takeOne(videos, 'videos', uid));
      if (isYoutubeAddress(url)) throw invalid('Invalid YouTube URL', 'url');
      const address = pageAddressOf(url);
      if (address === undefined) throw invalid('Send the whole address of a recipe page or a YouTube video', 'url');
      return countOne(uid, async () => (await loadPages()).importPage(fetchPublic, address));
    },
  );
}
