import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { VideoDraft } from '../../server/contracts/video-import.ts';
import { openYoutube } from '../../server/videos/youtube/open-youtube.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { startYoutubeServer, type YoutubeServer, youtubeKey, youtubeToken } from '../support/youtube-server.ts';

const recipe = 'Ingredients\n2 cups flour\n½ tsp salt\nInstructions\n1. Mix.\n2. Bake.';
const parsed = {
  ingredients: [
    { name: 'flour', amount: '2', unit: 'cups' },
    { name: 'salt', amount: '1/2', unit: 'tsp' },
  ],
  instructions: ['Mix.', 'Bake.'],
};
const thumbnails = {
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
const shown = { type: 'youtube', title: 'Flat bread', author: channelTitle };

describe('importing a video', () => {
  let youtube: YoutubeServer;
  let app: EmbeddedApp;
  let warnings: string[];
  beforeAll(async () => {
    youtube = await startYoutubeServer(videos);
  });
  afterAll(() => youtube.close());

  /** An application that has imported nothing yet. */
  async function open(
    settings: { apiKey?: string; oauthToken?: string | undefined; apiUrl?: string } = {},
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'potluck-import-'));
    const told: string[] = [];
    const given = { apiUrl: youtube.url, apiKey: youtubeKey, oauthToken: youtubeToken, ...settings };
    const source = openYoutube(given, (message) => void told.push(message), { timeoutMs: 500 });
    const opened = await openEmbeddedApp(folder, ['mia', 'tom'], { videos: source });
    onTestFinished(async () => {
      youtube.works();
      youtube.calls.length = 0;
      await opened.close();
      rmSync(folder, { recursive: true });
      expect(told.join('\n'), 'no secret reaches the log').not.toMatch(/secret|key=/);
    });
    app = opened;
    warnings = told;
  }
  const importing = async (url: unknown, token = 'token-mia') => {
    const answer = await injectChecked(app.app, {
      method: 'POST',
      url: '/api/recipes/import',
      headers: { authorization: `Bearer ${token}` },
      payload: { url },
    });
    expect(answer.body, 'no secret reaches the browser').not.toMatch(/secret/);
    return answer;
  };
  const refusal = async (url: unknown) => {
    const answer = await importing(url);
    const { statusCode, code, message } = answer.json();
    expect(answer.statusCode).toBe(statusCode);
    return { statusCode, code, message, retryAfter: answer.headers['retry-after'] };
  };

  it('answers a draft from its captions, of the first track, by the calls that the service documents', async () => {
    await open();
    const answer = await importing('https://www.youtube.com/watch?v=captioned-1&t=10s');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...shown,
      ...parsed,
      imageUrl: thumbnails.high.url,
      youtubeUrl: 'https://www.youtube-nocookie.com/embed/captioned-1',
      source: 'captions',
    });
    expect(youtube.calls).toEqual([
      '/videos?part=snippet&id=captioned-1',
      '/captions?part=snippet&videoId=captioned-1',
      '/captions/track-1',
    ]);
  });

  it('asks once for a video that is imported again', async () => {
    await open();
    const first = await importing('https://youtu.be/captioned-1');
    const { length } = youtube.calls;
    expect((await importing('captioned-1')).json()).toEqual(first.json());
    expect(youtube.calls).toHaveLength(length);
  });

  it('asks once for a video that several people import at the same time, also when it cannot be had', async () => {
    await open();
    const together = ['token-mia', 'token-tom', 'token-mia'];
    const statuses = async () => {
      const answers = await Promise.all(together.map((token) => importing('captioned-1', token)));
      return answers.map(({ statusCode }) => statusCode);
    };
    youtube.fails('/videos', { status: 500, reason: 'backendError' });
    expect(await statuses()).toEqual([503, 503, 503]);
    youtube.works();
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(youtube.calls.filter((call) => call.startsWith('/videos'))).toHaveLength(2);
  });

  it('lets nobody use the quota up alone: ten videos a day, those that are known not counted', async () => {
    await open();
    await importing('captioned-1');
    for (let n = 1; n < 10; n++) expect((await importing(`nobody-has${n}`)).statusCode).toBe(404);
    const refused = await importing('described-1');
    expect(refused.json()).toMatchObject({
      statusCode: 429,
      code: 'TOO_MANY_IMPORTS',
      message: 'You have imported many videos today; please go on tomorrow',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await importing('captioned-1')).statusCode).toBe(200);
    expect((await importing('described-1', 'token-tom')).statusCode).toBe(200);
    expect((await importing('described-1')).statusCode).toBe(200);
  });

  it('writes nothing', async () => {
    await open();
    await importing('captioned-1');
    expect(await app.head()).toBeUndefined();
  });

  it.each(['uncaptioned', 'talkative-1'])('reads the description of %s, whose captions have no recipe', async (id) => {
    await open();
    expect((await importing(id)).json()).toMatchObject({ ...shown, ...parsed, source: 'description' });
  });

  it.each([401, 403, 404])('reads the description where the captions are refused with %i', async (status) => {
    await open();
    youtube.fails('/captions/{id}', { status, reason: 'forbidden' });
    expect((await importing('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    expect(warnings).toHaveLength(status === 401 ? 1 : 0);
  });

  it.each(['silence', { status: 403, reason: 'quotaExceeded' }, { status: 500, reason: 'backendError' }] as const)(
    'reads the description where the captions fail with %j',
    async (failure) => {
      await open();
      youtube.fails('/captions', failure);
      expect((await importing('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    },
  );

  it('asks for no captions without a token', async () => {
    await open({ oauthToken: undefined });
    expect((await importing('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    expect(youtube.calls).toEqual(['/videos?part=snippet&id=described-1']);
  });

  it('answers a draft of a video that has captions but no recipe', async () => {
    await open();
    expect((await importing('chatty-vide')).json()).toMatchObject({
      title: 'A talk',
      ingredients: [],
      instructions: [],
    });
  });

  it('fits into the form of a recipe, however long the names are', async () => {
    await open();
    expect(Value.Check(VideoDraft, (await importing('verylong-vi')).json())).toBe(true);
  });

  it.each(['', 'x', 'https://vimeo.com/captioned-1', 'https://youtube.com/watch?v=short', 5, undefined])(
    'says that %j is no address of a video',
    async (url) => {
      await open();
      expect(await refusal(url)).toMatchObject({
        statusCode: 422,
        code: 'INVALID_INPUT',
        message: 'Invalid YouTube URL',
      });
      expect(youtube.calls).toEqual([]);
    },
  );

  it.each(['silence', 'no JSON', { status: 403, reason: 'quotaExceeded' }] as const)(
    'counts no video that the service had no answer for: %j',
    async (failure) => {
      await open();
      youtube.fails('/videos', failure);
      await Promise.all(Array.from({ length: 10 }, (_, n) => importing(`unanswered${n}`)));
      youtube.works();
      expect((await importing('captioned-1')).statusCode).toBe(200);
      for (let n = 1; n < 10; n++) expect((await importing(`nobody-has${n}`)).statusCode).toBe(404);
      expect((await importing('described-1')).statusCode).toBe(429);
    },
  );

  it('counts videos that are asked for at the same time', async () => {
    await open();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => importing(`nobody-has${n % 10}`)));
    expect(
      answers
        .map(({ statusCode }) => statusCode)
        .toSorted()
        .at(-1),
    ).toBe(404);
    expect((await importing('described-1')).statusCode).toBe(429);
  });

  it('says that there is no such video', async () => {
    await open();
    expect(await refusal('nobody-has1')).toMatchObject({
      statusCode: 404,
      code: 'VIDEO_NOT_FOUND',
      message: 'Video not found',
    });
  });

  it('says that there are no captions', async () => {
    await open();
    expect(await refusal('silent-vide')).toMatchObject({
      statusCode: 404,
      code: 'NO_CAPTIONS',
      message: 'No captions found for this video',
    });
  });

  it.each([
    ['/videos', 403, 'quotaExceeded'],
    ['/videos', 403, 'dailyLimitExceeded'],
    ['/videos', 429, 'rateLimitExceeded'],
    ['/captions', 403, 'quotaExceeded'],
    ['/captions/{id}', 403, 'quotaExceeded'],
  ] as const)('says that the quota is used up: %s, %i %s', async (call, status, reason) => {
    await open();
    youtube.fails(call, { status, reason });
    expect(await refusal('captioned-1')).toEqual({
      statusCode: 503,
      code: 'VIDEO_QUOTA_EXHAUSTED',
      message: 'No more videos can be imported for now; please try again tomorrow',
      retryAfter: '3600',
    });
    expect(warnings).toEqual([`The quota of YOUTUBE_API_KEY is used up (${reason})`]);
  });

  it.each(['/videos', '/captions', '/captions/{id}'] as const)('says that %s took too long', async (call) => {
    await open();
    youtube.fails(call, 'silence');
    expect(await refusal('captioned-1')).toMatchObject({
      statusCode: 504,
      code: 'VIDEO_TIMEOUT',
      message: 'YouTube took too long to answer; please try again',
    });
  });

  it.each([
    ['half an answer'],
    ['no JSON'],
    ['redirect'],
    ['endless'],
    [{ status: 500, reason: 'backendError' }],
    [{ status: 403, reason: 'accessNotConfigured' }],
  ] as const)('says that the service cannot be asked: %j', async (failure) => {
    await open();
    youtube.fails('/videos', failure);
    expect(await refusal('captioned-1')).toMatchObject({
      statusCode: 503,
      code: 'VIDEO_SERVICE_UNAVAILABLE',
      message: 'YouTube cannot be asked right now; please try again later',
    });
    expect(warnings).toHaveLength(1);
    youtube.works();
    expect((await importing('captioned-1')).statusCode, 'a failure is not kept').toBe(200);
  });

  it('says the same of a wrong key and of a server that is not there, and tells the operator why', async () => {
    await open({ apiKey: 'another-secret-key' });
    expect(await refusal('captioned-1')).toMatchObject({ code: 'VIDEO_SERVICE_UNAVAILABLE' });
    expect(warnings).toEqual(['YouTube refuses YOUTUBE_API_KEY (badRequest)']);
    await open({ apiUrl: 'http://127.0.0.1:1' });
    expect(await refusal('captioned-1')).toMatchObject({ code: 'VIDEO_SERVICE_UNAVAILABLE' });
    expect(warnings).toEqual([expect.stringMatching(/^YouTube cannot be reached/)]);
  });

  it('is for signed-in users', async () => {
    await open();
    const answer = await importing('captioned-1', 'token-of-nobody');
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Please log in to import a recipe']);
    expect(youtube.calls).toEqual([]);
  });

  it('is not available where no key is configured', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'potluck-import-'));
    app = await openEmbeddedApp(folder, ['mia']);
    onTestFinished(async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    });
    expect(await refusal('captioned-1')).toMatchObject({
      statusCode: 501,
      code: 'VIDEO_IMPORT_NOT_CONFIGURED',
      message: 'Importing videos is not set up on this server',
    });
  });
});
