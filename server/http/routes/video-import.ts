import { VideoImport } from '../../contracts/video-import.ts';
import { youtubeIdOf } from '../../contracts/youtube-address.ts';
import type { RecipeImport } from '../../videos/recipe-import.ts';
import { invalid } from '../errors.ts';
import type { Authentication } from '../plugins/authentication.ts';
import type { Routes } from '../typed.ts';

export interface VideoImportDeps {
  readonly importRecipe: RecipeImport;
  readonly authentication: Authentication;
}

export function videoImportRoute(app: Routes, { importRecipe, authentication }: VideoImportDeps): void {
  app.post(
    '/recipes/import',
    {
      schema: { body: VideoImport },
      config: { invalidMessage: 'Invalid YouTube URL' },
      onRequest: authentication.required('Please log in to import a recipe'),
    },
    (request) => {
      const videoId = youtubeIdOf(request.body.url);
      if (videoId === undefined) throw invalid('Invalid YouTube URL');
      return importRecipe(videoId);
    },
  );
}
