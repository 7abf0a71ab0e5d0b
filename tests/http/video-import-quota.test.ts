/** The quota of the video service: each video is requested once, and no user can exhaust the quota. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { impatient, openImporter, startYoutube } from '../support/importing.ts';
import type { YoutubeServer } from '../support/youtube-server.ts';

describe('the quota of video imports', () => {
  let youtube: YoutubeServer;
  beforeAll(async () => {
    youtube = await startYoutube();
  });
  afterAll(() => youtube.close());

  it('requests a video once when it is imported again', async () => {
    const { importVideo } = await openImporter(youtube);
    const first = await importVideo('https://youtu.be/captioned-1');
    const { length } = youtube.calls;
    expect((await importVideo('captioned-1')).json()).toEqual(first.json());
    expect(youtube.calls).toHaveLength(length);
  });

  it('requests a video once for simultaneous imports, also when it fails', async () => {
    const { importVideo } = await openImporter(youtube);
    const tokens = ['token-mia', 'token-tom', 'token-mia'];
    const statuses = async () => {
      const responses = await Promise.all(tokens.map((token) => importVideo('captioned-1', token)));
      return responses.map(({ statusCode }) => statusCode);
    };
    youtube.fail('/videos', { status: 500, reason: 'backendError' });
    expect(await statuses()).toEqual([503, 503, 503]);
    youtube.reset();
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(youtube.calls.filter((call) => call.startsWith('/videos'))).toHaveLength(2);
  });

  it('limits each user to ten new videos a day', async () => {
    const { importVideo } = await openImporter(youtube);
    await importVideo('captioned-1');
    for (let n = 1; n < 10; n++) expect((await importVideo(`nobody-has${n}`)).statusCode).toBe(404);
    const refused = await importVideo('described-1');
    expect(refused.json()).toMatchObject({
      statusCode: 429,
      code: 'TOO_MANY_IMPORTS',
      message: 'You have imported many videos today; please continue tomorrow',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await importVideo('captioned-1')).statusCode).toBe(200);
    expect((await importVideo('described-1', 'token-tom')).statusCode).toBe(200);
    expect((await importVideo('described-1')).statusCode).toBe(200);
  });

  it.each(['silence', 'no JSON', { status: 403, reason: 'quotaExceeded' }] as const)(
    'does not count failed requests: %j',
    async (failure) => {
      const { importVideo } = await openImporter(youtube, impatient);
      youtube.fail('/videos', failure);
      await Promise.all(Array.from({ length: 10 }, (_, n) => importVideo(`unanswered${n}`)));
      youtube.reset();
      expect((await importVideo('captioned-1')).statusCode).toBe(200);
      for (let n = 1; n < 10; n++) expect((await importVideo(`nobody-has${n}`)).statusCode).toBe(404);
      expect((await importVideo('described-1')).statusCode).toBe(429);
    },
  );

  it('counts simultaneous imports', async () => {
    const { importVideo } = await openImporter(youtube);
    const responses = await Promise.all(Array.from({ length: 12 }, (_, n) => importVideo(`nobody-has${n % 10}`)));
    expect(Math.max(...responses.map(({ statusCode }) => statusCode))).toBe(404);
    expect((await importVideo('described-1')).statusCode).toBe(429);
  });
});
