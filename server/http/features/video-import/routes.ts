import { youtubeIdOf } from '../../../core/contracts/youtube-address.ts';
import type { RecipeImport } from '../../../videos/recipe-import.ts';
import { UserQuota } from '../../../videos/user-quota.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalid } from '../../responses/errors.ts';
import { importRecipe, tooManyImports } from './operations.ts';

export interface VideoImportDeps {
  readonly makeDraft: RecipeImport;
  readonly authentication: Authentication;
}

/** The operator's quota allows a few dozen videos a day with their captions. */
const quotaPerUser = { max: 10, windowMs: 24 * 60 * 60_000 };

export function videoImportRoute(app: Routes, { makeDraft, authentication }: VideoImportDeps): void {
  const quota = new UserQuota(quotaPerUser);
  const takeOne = (uid: string): (() => void) => {
    const giveBack = quota.take(uid);
    if (giveBack) return giveBack;
    throw tooManyImports(quota.secondsLeft(uid));
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
