import { youtubeIdOf } from '../../contracts/youtube-address.ts';
import type { RecipeImport } from '../../videos/recipe-import.ts';
import { invalid } from '../errors.ts';
import { importRecipe } from '../operations/video-import.ts';
import type { Authentication } from '../plugins/authentication.ts';
import type { Routes } from '../typed.ts';

export interface VideoImportDeps {
  readonly makeDraft: RecipeImport;
  readonly authentication: Authentication;
}

export function videoImportRoute(app: Routes, { makeDraft, authentication }: VideoImportDeps): void {
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
      return makeDraft(videoId);
    },
  );
}
