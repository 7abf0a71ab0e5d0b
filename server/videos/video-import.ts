import { LRUCache } from 'lru-cache';
import { recipeLimits } from '../core/contracts/limits.ts';
import type { VideoDraft } from '../core/contracts/video-import.ts';
import { embedLink } from '../core/contracts/youtube-address.ts';
import { parseRecipeText, type RecipeText } from '../recipe-text/parse-recipe-text.ts';
import { type VideoDetails, VideoProblem, type Videos } from './videos.ts';

/**
 * `takeOne` counts an import against the user's quota, or throws when that is used up. It is not called if the draft is
 * cached or in progress. It returns a function that gives the unit back, for an import that failed without an answer.
 * @throws VideoProblem, and the errors of `takeOne`
 */
export type VideoImport = (videoId: string, takeOne: () => () => void) => Promise<VideoDraft>;

/** Each import uses a quota that all users share, and an author tends to import the same video again. */
const cacheOptions = { max: 500, ttl: 60 * 60_000 };

/** @param videos undefined if no service is configured */
export function createVideoImport(videos: Videos | undefined): VideoImport {
  const drafts = new LRUCache<string, VideoDraft>(cacheOptions);
  const pending = new Map<string, Promise<VideoDraft>>();
  const findDraft = (videoId: string) => drafts.get(videoId) ?? pending.get(videoId);
  const fetchDraft = (videos: Videos, videoId: string): Promise<VideoDraft> => {
    const fetched = makeDraft(videos, videoId)
      .then((draft) => {
        drafts.set(videoId, draft);
        return draft;
      })
      .finally(() => pending.delete(videoId));
    pending.set(videoId, fetched);
    return fetched;
  };
  return async (videoId, takeOne) => {
    if (!videos) throw new VideoProblem('VIDEO_IMPORT_NOT_CONFIGURED');
    const draft = findDraft(videoId);
    if (draft) return draft;
    const giveBack = takeOne();
    try {
      return await fetchDraft(videos, videoId);
    } catch (error) {
      if (!isNegativeAnswer(error)) giveBack();
      throw error;
    }
  };
}

/** Whether the service answered that the video has no recipe to import. */
const isNegativeAnswer = (error: unknown): boolean =>
  error instanceof VideoProblem && (error.code === 'VIDEO_NOT_FOUND' || error.code === 'NO_CAPTIONS');

async function makeDraft(videos: Videos, videoId: string): Promise<VideoDraft> {
  const details = await videos.details(videoId);
  return { ...videoFields(videoId, details), ...(await readRecipe(videos, videoId, details)) };
}

/** Parses the captions; the description if the captions are unavailable or contain no recipe. */
async function readRecipe(
  videos: Videos,
  videoId: string,
  { description }: VideoDetails,
): Promise<RecipeText & Pick<VideoDraft, 'source'>> {
  const fromDescription = parseRecipeText(description);
  const captions = await videos.captions(videoId).catch((error: unknown) => {
    if (isEmpty(fromDescription)) throw error;
    return undefined;
  });
  if (captions === undefined && isEmpty(fromDescription)) throw new VideoProblem('NO_CAPTIONS');
  const fromCaptions = parseRecipeText(captions ?? '');
  return isEmpty(fromCaptions) && !isEmpty(fromDescription)
    ? { ...fromDescription, source: 'description' }
    : { ...fromCaptions, source: 'captions' };
}

const isEmpty = ({ ingredients, instructions }: RecipeText): boolean =>
  ingredients.length === 0 && instructions.length === 0;

const videoFields = (videoId: string, { title, channel, imageUrl }: VideoDetails) =>
  ({
    type: 'youtube',
    title: title.slice(0, recipeLimits.title),
    author: channel.slice(0, recipeLimits.author),
    imageUrl,
    youtubeUrl: embedLink(videoId),
  }) satisfies Partial<VideoDraft>;
