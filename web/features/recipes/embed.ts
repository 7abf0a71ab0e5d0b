import type { RecipeType } from '../../../server/core/contracts/recipes.ts';
import { videoId } from '../../lib/youtube.ts';

/** A player in a frame, built from the id of a video alone, never from an address that somebody gave. */
export interface Embed {
  readonly address: string;
  /** Whom to listen to, and to talk to. */
  readonly origin: string;
  /** What the player is told so that it says how it is; undefined where it does so by itself. */
  readonly greetings: readonly string[];
  readonly shape: 'wide' | 'tall';
}

interface Video {
  type: RecipeType;
  youtubeUrl: string | undefined;
  tiktokUrl: string | undefined;
}

const youtube = 'https://www.youtube-nocookie.com';
const tiktok = 'https://www.tiktok.com';
const tiktokLink = /\/(\d{6,25})$/;

/** As YouTube's own player API says it: https://developers.google.com/youtube/iframe_api_reference */
const youtubeGreetings = [
  { event: 'listening', id: 1, channel: 'widget' },
  { event: 'command', func: 'addEventListener', args: ['onError'], id: 1, channel: 'widget' },
].map((message) => JSON.stringify(message));

/** @param page the origin that embeds it, which YouTube wants to know before it talks */
export function embedOf({ type, youtubeUrl, tiktokUrl }: Video, page: string): Embed | undefined {
  if (type === 'youtube') {
    const id = videoId(youtubeUrl);
    const query = new URLSearchParams({ rel: '0', playsinline: '1', enablejsapi: '1', origin: page });
    const address = `${youtube}/embed/${id}?${query}`;
    return id === undefined ? undefined : { address, origin: youtube, greetings: youtubeGreetings, shape: 'wide' };
  }
  const id = type === 'tiktok' ? tiktokLink.exec(tiktokUrl ?? '')?.[1] : undefined;
  const address = `${tiktok}/player/v1/${id}?rel=0`;
  return id === undefined ? undefined : { address, origin: tiktok, greetings: [], shape: 'tall' };
}

/** What a player's message means: it is there, or it has nothing to show. */
export function heardFrom(data: unknown): 'loaded' | 'failed' {
  return /onerror|onplayererror/i.test(kindOf(data)) ? 'failed' : 'loaded';
}

/** YouTube sends JSON text with an `event`, TikTok an object with a `type`. */
function kindOf(data: unknown): string {
  const message = typeof data === 'string' ? parsed(data) : data;
  if (typeof message !== 'object' || message === null) return '';
  const kind: unknown = Reflect.get(message, 'event') ?? Reflect.get(message, 'type');
  return typeof kind === 'string' ? kind : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
