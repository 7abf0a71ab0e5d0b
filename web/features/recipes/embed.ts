import type { RecipeType } from '../../../server/core/contracts/recipes.ts';
import { videoId } from '../../lib/youtube.ts';

/** A player in a frame. Its address is built from the id of a video only, never taken from a user's input. */
export interface Embed {
  readonly address: string;
  /** The origin of the player's messages. */
  readonly origin: string;
  /** Messages that make the player report its state. Empty if it does so by itself. */
  readonly handshake: readonly string[];
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

/** The messages of YouTube's player API: https://developers.google.com/youtube/iframe_api_reference */
const youtubeHandshake = [
  { event: 'listening', id: 1, channel: 'widget' },
  { event: 'command', func: 'addEventListener', args: ['onError'], id: 1, channel: 'widget' },
].map((message) => JSON.stringify(message));

/** @param page the embedding origin, which YouTube requires before it sends messages */
export function embedOf({ type, youtubeUrl, tiktokUrl }: Video, page: string): Embed | undefined {
  if (type === 'youtube') {
    const id = videoId(youtubeUrl);
    const query = new URLSearchParams({ rel: '0', playsinline: '1', enablejsapi: '1', origin: page });
    const address = `${youtube}/embed/${id}?${query}`;
    return id === undefined ? undefined : { address, origin: youtube, handshake: youtubeHandshake, shape: 'wide' };
  }
  const id = type === 'tiktok' ? tiktokLink.exec(tiktokUrl ?? '')?.[1] : undefined;
  const address = `${tiktok}/player/v1/${id}?rel=0`;
  return id === undefined ? undefined : { address, origin: tiktok, handshake: [], shape: 'tall' };
}

/** Any message but an error shows that the player has loaded. */
export function parsePlayerMessage(data: unknown): 'loaded' | 'failed' {
  return /onerror|onplayererror/i.test(kindOf(data)) ? 'failed' : 'loaded';
}

/** YouTube sends JSON text with an `event`, TikTok an object with a `type`. */
function kindOf(data: unknown): string {
  const message = typeof data === 'string' ? parseJson(data) : data;
  if (typeof message !== 'object' || message === null) return '';
  const kind: unknown = Reflect.get(message, 'event') ?? Reflect.get(message, 'type');
  return typeof kind === 'string' ? kind : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
