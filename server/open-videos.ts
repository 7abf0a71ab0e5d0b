import type { Logger } from './core/logger.ts';
import type { Videos } from './videos/videos.ts';
import type { YoutubeSettings } from './videos/youtube/settings.ts';

/** Loads the code for videos only where they are imported: the schemas of YouTube take long to load. */
export async function openVideos(settings: YoutubeSettings, logger: Pick<Logger, 'warn'>): Promise<Videos> {
  const { openYoutube } = await import('./videos/youtube/open-youtube.ts');
  return openYoutube(settings, (message) => logger.warn({}, message));
}
