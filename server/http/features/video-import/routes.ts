import { youtubeIdOf } from '../../../core/contracts/youtube-address.ts';
import type { LimitRule } from '../../../limits/limit-rule.ts';
import type { Limits } from '../../../limits/limits.ts';
import type { RecipeImport } from '../../../videos/recipe-import.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalid } from '../../responses/errors.ts';
import { importRecipe, tooManyImports } from './operations.ts';

export interface VideoImportDeps {
  readonly makeDraft: RecipeImport;
  readonly authentication: Authentication;
  readonly limits: Limits;
}

/** Per user. The operator's quota allows a few dozen videos a day with their captions. */
const importLimit = {
  max: 10,
  periodMs: 24 * 60 * 60_000,
  refill: 'after the first use',
  maxUnsettled: 2,
} satisfies LimitRule;

export function videoImportRoute(app: Routes, { makeDraft, authentication, limits }: VideoImportDeps): void {
  const limit = limits.open('imports', importLimit);
  /** Counted in advance, so that calls in flight count. */
  const takeOne = (uid: string): (() => void) => {
    const waitMs = limit.take(uid);
    if (waitMs > 0) throw tooManyImports(Math.ceil(waitMs / 1_000));
    return () => limit.giveBack(uid);
  };

  app.post(
    '/recipes/import',
    {
      schema: importRecipe,
      config: { invalidMessage: 'Invalid YouTube URL' },
      onRequest: authentication.required('Please log in to import a recipe'),
    },
    (request) => {
      const videoId = youtubeIdOf(request.body.url);
      if (videoId === undefined) throw invalid('Invalid YouTube URL', 'url');
      return makeDraft(videoId, () => takeOne(userOf(request).uid));
    },
  );
}
