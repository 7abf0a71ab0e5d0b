import { youtubeIdOf } from '../../../core/contracts/youtube-address.ts';
import type { RecipeImport } from '../../../videos/recipe-import.ts';
import { UserQuota } from '../../../videos/user-quota.ts';
import { invalid } from '../../answers/errors.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { importRecipe, tooManyImports } from './operations.ts';

export interface VideoImportDeps {
  readonly makeDraft: RecipeImport;
  readonly authentication: Authentication;
}

/** The operator's quota allows a few dozen videos a day with their captions. */
const limit = { max: 10, withinMs: 24 * 60 * 60_000 };

export function videoImportRoute(app: Routes, { makeDraft, authentication }: VideoImportDeps): void {
  const allowance = new UserQuota(limit);
  const takeAllowance = (uid: string): (() => void) => {
    const giveBack = allowance.take(uid);
    if (giveBack) return giveBack;
    throw tooManyImports(allowance.secondsLeft(uid));
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
      return makeDraft(videoId, () => takeAllowance(userOf(request).uid));
    },
  );
}
