import type { FeedPost } from '../../server/core/contracts/community.ts';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';

/** The first request of a screen, which the page sends before its scripts have loaded: see `web/app/choose-shell.ts`. */
export interface EarlyRequest {
  readonly path: string;
  /** The value of the header; null for a visitor. */
  readonly authorization: string | null;
  readonly response: Promise<Response>;
}

/** What the page loads of the first post. */
export type EarlyPost = Pick<FeedPost, 'type' | 'imageUrl' | 'photos'>;

/** What the skeleton of a card shows. */
export type EarlyCard = Pick<RecipeCard, 'imageUrl' | 'pictures' | 'photo'>;

declare global {
  var earlyRequest: EarlyRequest | undefined;
  /** The first row of the home page, once the response has arrived. */
  var earlyCards: readonly EarlyCard[] | undefined;
}

/** Since the start of the page. A screen that is opened later needs a newer response. */
const maxAgeMs = 15_000;

/** Returns the response of the early request if it is the same one, and only once. */
export function takeEarlyResponse(path: string, { headers }: RequestInit): Promise<Response> | undefined {
  const early = globalThis.earlyRequest;
  if (early?.path !== path || performance.now() > maxAgeMs) return undefined;
  if (new Headers(headers).get('authorization') !== early.authorization) return undefined;
  globalThis.earlyRequest = undefined;
  return early.response;
}

/** The first row of the home page, whose pictures are shown before the application has started. */
export const firstCards = (): readonly EarlyCard[] =>
  performance.now() > maxAgeMs ? [] : (globalThis.earlyCards ?? []);
