/** Imports recipes from videos, with a test application and a simulated YouTube. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createPublicFetch } from '../../server/core/network/public-fetch.ts';
import { openYoutube } from '../../server/videos/youtube/open-youtube.ts';
import { injectChecked } from './checked-inject.ts';
import { type EmbeddedAppOptions, openEmbeddedApp } from './embedded-app.ts';
import { startYoutubeServer, type YoutubeServer, youtubeKey, youtubeToken } from './youtube-server.ts';

const recipe = 'Ingredients\n2 cups flour\n½ tsp salt\nInstructions\n1. Mix.\n2. Bake.';
export const parsed = {
  ingredients: [
    { name: 'flour', amount: '2', unit: 'cups' },
    { name: 'salt', amount: '1/2', unit: 'tsp' },
  ],
  instructions: ['Mix.', 'Bake.'],
};
export const thumbnails = {
  default: { url: 'https://i.ytimg.com/vi/x/default.jpg', width: 120, height: 90 },
  high: { url: 'https://i.ytimg.com/vi/x/hqdefault.jpg', width: 480, height: 360 },
};
const channelTitle = "Nonna's Kitchen";
const videos = {
  'captioned-1': {
    title: 'Flat bread',
    channelTitle,
    thumbnails,
    captions: { 'track-1': recipe, 'track-2': 'steps\n1. No' },
  },
  'described-1': {
    title: 'Flat bread',
    channelTitle,
    description: `Hello!\n${recipe}`,
    captions: { 'track-3': recipe },
  },
  uncaptioned: { title: 'Flat bread', channelTitle, description: recipe },
  'talkative-1': { title: 'Flat bread', channelTitle, description: recipe, captions: { 'track-4': 'hello everyone' } },
  'silent-vide': { title: 'A walk', channelTitle, description: 'Nothing to eat.' },
  'chatty-vide': { title: 'A talk', channelTitle, captions: { 'track-5': 'hello everyone' } },
  'verylong-vi': { title: 'x'.repeat(500), channelTitle: 'y'.repeat(500), captions: { 'track-6': recipe } },
};
export const shown = { type: 'youtube', title: 'Flat bread', author: channelTitle };

export const startYoutube = () => startYoutubeServer(videos);

/** For a server that does not answer. Longer than an answer takes on a busy machine. */
export const impatient = { timeoutMs: 1_500 };

interface Settings {
  readonly timeoutMs?: number;
  readonly apiKey?: string;
  readonly oauthToken?: string | undefined;
  readonly apiUrl?: string;
}

/** Opens an application that has imported nothing yet, until the end of the test. */
export async function openImporter(youtube: YoutubeServer, settings: Settings = {}) {
  const warnings: string[] = [];
  const { timeoutMs = 10_000, ...others } = settings;
  const config = { apiUrl: youtube.url, apiKey: youtubeKey, oauthToken: youtubeToken, ...others };
  const videos = openYoutube(config, (message) => void warnings.push(message), { timeoutMs });
  onTestFinished(() => {
    youtube.reset();
    youtube.calls.length = 0;
    expect(warnings.join('\n'), 'no secret reaches the log').not.toMatch(/secret|key=/);
  });
  return { warnings, ...(await openImporterOf({ videos })) };
}

/** The same with this source of videos, or none. */
export async function openImporterOf(options: Pick<EmbeddedAppOptions, 'videos' | 'fetchPublic'>) {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-import-'));
  const app = await openEmbeddedApp(folder, ['mia', 'tom'], { fetchPublic: createPublicFetch(), ...options });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const importFrom = async (payload: object, token = 'token-mia') => {
    const response = await injectChecked(app.app, {
      method: 'POST',
      url: '/api/recipes/import',
      headers: { authorization: `Bearer ${token}` },
      payload,
    });
    expect(response.body, 'no secret reaches the browser').not.toMatch(/secret/);
    return response;
  };
  const importVideo = (url: unknown, token?: string) => importFrom({ url }, token);
  const refusal = async (url: unknown) => {
    const response = await importVideo(url);
    const { statusCode, code, message } = response.json();
    expect(response.statusCode).toBe(statusCode);
    return { statusCode, code, message, retryAfter: response.headers['retry-after'] };
  };
  return { app, importFrom, importVideo, refusal };
}
