import { ImportedRecipe, RecipeImport } from '../../../core/contracts/recipe-import.ts';
import { RecipePageProblem } from '../../../recipe-pages/recipe-page-problem.ts';
import { VideoProblem } from '../../../videos/videos.ts';
import { json, type Operation } from '../../openapi/operation.ts';
import { HttpError } from '../../responses/errors.ts';

const fromVideo: ImportedRecipe = {
  type: 'youtube',
  title: 'Ramen in an evening',
  author: 'A channel',
  imageUrl: 'https://i.ytimg.com/vi/LWuuCndtJr0/hqdefault.jpg',
  youtubeUrl: 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0',
  ingredients: [{ name: 'noodles', amount: '200', unit: 'g' }],
  instructions: ['Boil the noodles for three minutes'],
  source: 'captions',
};
const fromPage: ImportedRecipe = {
  type: 'image',
  title: 'Leek soup',
  author: 'Mia',
  imageUrl: 'https://example.org/leek-soup.jpg',
  description: 'Warms two.\n\nFrom https://example.org/leek-soup',
  cookingTime: 30,
  servings: 2,
  cuisine: 'French',
  ingredients: [{ name: 'leeks', amount: '3', unit: '' }],
  instructions: ['Simmer the leeks for 20 minutes'],
  source: 'page',
};

/** @param what the user imports: `videos`, `recipes` */
export const tooManyImports = (what: string, retryAfter: number) =>
  new HttpError(429, 'TOO_MANY_IMPORTS', `You have imported many ${what} today; please continue tomorrow`, {
    retryAfter,
  });

export const importRecipe = {
  tag: 'Recipes',
  summary: 'Make a draft from a page, a text or a video',
  description:
    'Extracts a recipe from a page (JSON-LD, microdata, RDFa or microformats), from a pasted text, or from the captions or the description of a YouTube video, as a draft to complete and publish. Nothing is recorded. Each user may import a hundred pages and texts, and ten videos, a day.',
  token: 'required',
  body: RecipeImport,
  bodyExamples: {
    'A page': { url: 'https://example.org/leek-soup' },
    'A video': { url: 'https://www.youtube.com/watch?v=LWuuCndtJr0' },
    'A text': { text: 'Leek soup\n\nIngredients\n3 leeks\n\nMethod\nSimmer the leeks for 20 minutes' },
  },
  responses: [json(200, 'The draft', ImportedRecipe, { 'From a page': fromPage, 'From a video': fromVideo })],
  errors: [
    new RecipePageProblem('NO_RECIPE'),
    new RecipePageProblem('NO_RECIPE_IN_TEXT'),
    new RecipePageProblem('PAGE_UNAVAILABLE'),
    new RecipePageProblem('PAGE_TOO_LARGE'),
    new RecipePageProblem('PAGE_TIMEOUT'),
    new RecipePageProblem('PAGE_TOO_COMPLEX'),
    new RecipePageProblem('TEXT_TOO_COMPLEX'),
    new RecipePageProblem('PAGES_BUSY'),
    new VideoProblem('VIDEO_NOT_FOUND'),
    new VideoProblem('NO_CAPTIONS'),
    tooManyImports('recipes', 1),
    new VideoProblem('VIDEO_IMPORT_NOT_CONFIGURED'),
    new VideoProblem('VIDEO_QUOTA_EXHAUSTED'),
    new VideoProblem('VIDEO_SERVICE_UNAVAILABLE'),
    new VideoProblem('VIDEO_TIMEOUT'),
  ],
} satisfies Operation;
