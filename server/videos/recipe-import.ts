import { LRUCache } from 'lru-cache';
import { recipeLimits } from '../core/contracts/limits.ts';
import type { VideoDraft } from '../core/contracts/video-import.ts';
import { embedLink } from '../core/contracts/youtube-address.ts';
import { parseRecipeText, type RecipeText } from '../recipe-text/parse-recipe-text.ts';
import { type VideoDetails, VideoProblem, type Videos } from './videos.ts';

/**
 * `takeOne` counts a look-up, or throws where no more is allowed; what it returns gives it back, where the service had no
 * answer. It is not called for a draft that is there, or on its way.
 * @throws VideoProblem
 */
export type RecipeImport = (videoId: string, takeOne: () => () => void) => Promise<VideoDraft>;

/** Each import takes from a quota that all users share, and whoever publishes a recipe tends to ask again. */
const kept = { max: 500, ttl: 60 * 60_000 };

/** @param videos undefined where no service is configured */
export function createRecipeImport(videos: Videos | undefined): RecipeImport {
  const drafts = new LRUCache<string, VideoDraft>(kept);
  const underWay = new Map<string, Promise<VideoDraft>>();
  const known = (videoId: string) => drafts.get(videoId) ?? underWay.get(videoId);
  const ask = (videos: Videos, videoId: string): Promise<VideoDraft> => {
    const asked = makeDraft(videos, videoId)
      .then((draft) => {
        drafts.set(videoId, draft);
        return draft;
      })
      .finally(() => underWay.delete(videoId));
    underWay.set(videoId, asked);
    return asked;
  };
  return async (videoId, takeOne) => {
    if (!videos) throw new VideoProblem('VIDEO_IMPORT_NOT_CONFIGURED');
    const draft = known(videoId);
    if (draft) return draft;
    const giveBack = takeOne();
    try {
      return await ask(videos, videoId);
    } catch (error) {
      if (!isAnswer(error)) giveBack();
      throw error;
    }
  };
}

/** Whether the service was asked and told that there is nothing to be had. */
const isAnswer = (error: unknown): boolean =>
  error instanceof VideoProblem && (error.code === 'VIDEO_NOT_FOUND' || error.code === 'NO_CAPTIONS');

async function makeDraft(videos: Videos, videoId: string): Promise<VideoDraft> {
  const details = await videos.details(videoId);
  return { ...shown(videoId, details), ...(await readRecipe(videos, videoId, details)) };
}

/** From the captions, or from the description where those cannot be had or say nothing. */
async function readRecipe(
  videos: Videos,
  videoId: string,
  { description }: VideoDetails,
): Promise<RecipeText & Pick<VideoDraft, 'source'>> {
  const described = parseRecipeText(description);
  const spoken = await videos.captions(videoId).catch((error: unknown) => {
    if (isEmpty(described)) throw error;
    return undefined;
  });
  if (spoken === undefined && isEmpty(described)) throw new VideoProblem('NO_CAPTIONS');
  const said = parseRecipeText(spoken ?? '');
  return isEmpty(said) && !isEmpty(described)
    ? { ...described, source: 'description' }
    : { ...said, source: 'captions' };
}

const isEmpty = ({ ingredients, instructions }: RecipeText): boolean =>
  ingredients.length === 0 && instructions.length === 0;

const shown = (videoId: string, { title, channel, imageUrl }: VideoDetails) =>
  ({
    type: 'youtube',
    title: title.slice(0, recipeLimits.title),
    author: channel.slice(0, recipeLimits.author),
    imageUrl,
    youtubeUrl: embedLink(videoId),
  }) satisfies Partial<VideoDraft>;
