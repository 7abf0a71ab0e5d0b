import { VideoDraft, VideoImport } from '../../../core/contracts/video-import.ts';
import { VideoProblem } from '../../../videos/videos.ts';
import { json, type Operation } from '../../openapi/operation.ts';
import { HttpError } from '../../responses/errors.ts';

const draft: VideoDraft = {
  type: 'youtube',
  title: 'Ramen in an evening',
  author: 'A channel',
  imageUrl: 'https://i.ytimg.com/vi/LWuuCndtJr0/hqdefault.jpg',
  youtubeUrl: 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0',
  ingredients: [{ name: 'noodles', amount: '200', unit: 'g' }],
  instructions: ['Boil the noodles for three minutes'],
  source: 'captions',
};

export const tooManyImports = (retryAfter: number) =>
  new HttpError(429, 'TOO_MANY_IMPORTS', 'You have imported many videos today; please continue tomorrow', {
    retryAfter,
  });

export const importRecipe = {
  tag: 'Recipes',
  summary: 'Make a draft from a video',
  description:
    'Extracts a recipe from the captions of a YouTube video, or else from its description, as a draft to complete and publish. Nothing is recorded. Each user may import ten videos a day.',
  token: 'required',
  body: VideoImport,
  bodyExamples: { 'An address': { url: 'https://www.youtube.com/watch?v=LWuuCndtJr0' } },
  responses: [json(200, 'The draft', VideoDraft, { 'A draft': draft })],
  errors: [
    new VideoProblem('VIDEO_NOT_FOUND'),
    new VideoProblem('NO_CAPTIONS'),
    tooManyImports(1),
    new VideoProblem('VIDEO_IMPORT_NOT_CONFIGURED'),
    new VideoProblem('VIDEO_QUOTA_EXHAUSTED'),
    new VideoProblem('VIDEO_SERVICE_UNAVAILABLE'),
    new VideoProblem('VIDEO_TIMEOUT'),
  ],
} satisfies Operation;
