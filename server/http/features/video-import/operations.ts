import { VideoDraft, VideoImport } from '../../../core/contracts/video-import.ts';
import { json, type Operation } from '../../openapi/operation.ts';

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

export const importRecipe = {
  tag: 'Recipes',
  summary: 'Make a draft from a video',
  description:
    'Reads what a video of YouTube says of its recipe, in its captions or else in its description, for somebody to complete and publish. Nothing is recorded. Each user may have ten videos looked up within a day; each process counts for itself.',
  token: 'required',
  body: VideoImport,
  bodyExamples: { 'An address': { url: 'https://www.youtube.com/watch?v=LWuuCndtJr0' } },
  answers: [json(200, 'The draft', VideoDraft, { 'A draft': draft })],
  refusals: {
    404: { VIDEO_NOT_FOUND: 'Video not found', NO_CAPTIONS: 'No captions found for this video' },
    429: { TOO_MANY_IMPORTS: 'You have imported many videos today; please go on tomorrow' },
    501: { VIDEO_IMPORT_NOT_CONFIGURED: 'Importing videos is not set up on this server' },
    503: {
      VIDEO_QUOTA_EXHAUSTED: 'No more videos can be imported for now; please try again tomorrow',
      VIDEO_SERVICE_UNAVAILABLE: 'YouTube cannot be asked right now; please try again later',
    },
    504: { VIDEO_TIMEOUT: 'YouTube took too long to answer; please try again' },
  },
} satisfies Operation;
