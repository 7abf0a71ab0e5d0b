/** Videos that cannot be imported, and their errors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { impatient, openImporter, openImporterOf, startYoutube } from '../support/importing.ts';
import type { YoutubeServer } from '../support/youtube-server.ts';

describe('a video that cannot be imported', () => {
  let youtube: YoutubeServer;
  beforeAll(async () => {
    youtube = await startYoutube();
  });
  afterAll(() => youtube.close());

  it.each(['https://youtube.com/watch?v=short', 'youtu.be/x', 'https://www.youtube.com/@kitchen'])(
    'rejects %j as an invalid URL',
    async (url) => {
      const { refusal } = await openImporter(youtube);
      expect(await refusal(url)).toMatchObject({
        statusCode: 422,
        code: 'INVALID_INPUT',
        message: 'Invalid YouTube URL',
      });
      expect(youtube.calls).toEqual([]);
    },
  );

  it('reports an unknown video', async () => {
    const { refusal } = await openImporter(youtube);
    expect(await refusal('nobody-has1')).toMatchObject({
      statusCode: 404,
      code: 'VIDEO_NOT_FOUND',
      message: 'Video not found',
    });
  });

  it('reports a video without captions', async () => {
    const { refusal } = await openImporter(youtube);
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
  ] as const)('reports an exhausted quota: %s, %i %s', async (call, status, reason) => {
    const { warnings, refusal } = await openImporter(youtube);
    youtube.fail(call, { status, reason });
    expect(await refusal('captioned-1')).toEqual({
      statusCode: 503,
      code: 'VIDEO_QUOTA_EXHAUSTED',
      message: 'No more videos can be imported for now; please try again tomorrow',
      retryAfter: '3600',
    });
    expect(warnings).toEqual([`The quota of YOUTUBE_API_KEY is used up (${reason})`]);
  });

  it.each(['/videos', '/captions', '/captions/{id}'] as const)('reports a time-out of %s', async (call) => {
    const { refusal } = await openImporter(youtube, impatient);
    youtube.fail(call, 'silence');
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
  ] as const)('reports a failure of the service: %j', async (failure) => {
    const { warnings, importVideo, refusal } = await openImporter(youtube);
    youtube.fail('/videos', failure);
    expect(await refusal('captioned-1')).toMatchObject({
      statusCode: 503,
      code: 'VIDEO_SERVICE_UNAVAILABLE',
      message: 'YouTube cannot be asked right now; please try again later',
    });
    expect(warnings).toHaveLength(1);
    youtube.reset();
    expect((await importVideo('captioned-1')).statusCode, 'a failure is not cached').toBe(200);
  });

  it('reports a wrong key and an unreachable server as failures, and logs the cause', async () => {
    const wrong = await openImporter(youtube, { apiKey: 'another-secret-key' });
    expect(await wrong.refusal('captioned-1')).toMatchObject({ code: 'VIDEO_SERVICE_UNAVAILABLE' });
    expect(wrong.warnings).toEqual(['YouTube refuses YOUTUBE_API_KEY (badRequest)']);
    const gone = await openImporter(youtube, { apiUrl: 'http://127.0.0.1:1' });
    expect(await gone.refusal('captioned-1')).toMatchObject({ code: 'VIDEO_SERVICE_UNAVAILABLE' });
    expect(gone.warnings).toEqual([expect.stringMatching(/^YouTube cannot be reached/)]);
  });

  it('requires a signed-in user', async () => {
    const { importVideo } = await openImporter(youtube);
    const response = await importVideo('captioned-1', 'token-of-nobody');
    expect([response.statusCode, response.json().message]).toEqual([401, 'Please log in to import a recipe']);
    expect(youtube.calls).toEqual([]);
  });

  it('is not available without a configured key', async () => {
    const { refusal } = await openImporterOf({});
    expect(await refusal('captioned-1')).toMatchObject({
      statusCode: 501,
      code: 'VIDEO_IMPORT_NOT_CONFIGURED',
      message: 'Importing videos is not set up on this server',
    });
  });
});
