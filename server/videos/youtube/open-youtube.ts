import { VideoProblem, type Videos } from '../videos.ts';
import { captionsOf, type VideoList, videosOf } from './answers.ts';
import { type Caller, call } from './call.ts';
import type { YoutubeSettings } from './settings.ts';

/** Per call. */
const timeoutMs = 5_000;
/** Largest first. */
const thumbnailSizes = ['maxres', 'standard', 'high', 'medium', 'default'];

/** Looks up videos through the YouTube Data API v3. @param warn receives messages for the operator, without secrets */
export function openYoutube(
  settings: YoutubeSettings,
  warn: (message: string) => void,
  options: { readonly timeoutMs?: number } = {},
): Videos {
  const caller: Caller = { timeoutMs, ...options, ...settings, warn };
  const { oauthToken } = settings;

  const malformedResponse = (path: string): VideoProblem => {
    warn(`YouTube's response to ${path} does not match its documentation`);
    return new VideoProblem('VIDEO_SERVICE_UNAVAILABLE');
  };

  return {
    details: async (videoId) => {
      const response = await call(caller, '/videos', { part: 'snippet', id: videoId });
      if ('refused' in response) {
        const { status, reason } = response.refused;
        if (status === 404) throw new VideoProblem('VIDEO_NOT_FOUND');
        warn(`YouTube refuses YOUTUBE_API_KEY (${reason ?? status})`);
        throw new VideoProblem('VIDEO_SERVICE_UNAVAILABLE');
      }
      const videos = videosOf(response.body);
      if (!videos) throw malformedResponse('/videos');
      const [video] = videos.items;
      if (!video) throw new VideoProblem('VIDEO_NOT_FOUND');
      const { title, channelTitle, description = '' } = video.snippet;
      return { title, channel: channelTitle, description, imageUrl: pictureOf(videoId, video) };
    },

    captions: async (videoId) => {
      if (oauthToken === undefined) return undefined;
      const response = await call(caller, '/captions', { part: 'snippet', videoId });
      if ('refused' in response) return undefined;
      const tracks = captionsOf(response.body);
      if (!tracks) throw malformedResponse('/captions');
      const [track] = tracks.items;
      if (!track) return undefined;
      const text = await call(caller, `/captions/${encodeURIComponent(track.id)}`, {}, oauthToken);
      if ('body' in text) return text.body;
      if (text.refused.status === 401) warn('YouTube refuses YOUTUBE_OAUTH_TOKEN: it has expired or is not valid');
      return undefined;
    },
  };
}

function pictureOf(videoId: string, { snippet: { thumbnails = {} } }: VideoList['items'][number]): string {
  const largest = thumbnailSizes.find((size) => thumbnails[size]);
  // YouTube has a thumbnail of this name for every video.
  return (largest && thumbnails[largest]?.url) ?? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
}
