/** Imports videos as drafts of recipes. */
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VideoDraft } from '../../server/core/contracts/video-import.ts';
import { impatient, openImporter, parsed, shown, startYoutube, thumbnails } from '../support/importing.ts';
import type { YoutubeServer } from '../support/youtube-server.ts';

describe('the import of a video', () => {
  let youtube: YoutubeServer;
  beforeAll(async () => {
    youtube = await startYoutube();
  });
  afterAll(() => youtube.close());

  it('returns a draft from the first caption track, by the documented calls of the service', async () => {
    const { importVideo } = await openImporter(youtube);
    const response = await importVideo('https://www.youtube.com/watch?v=captioned-1&t=10s');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
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

  it('records nothing', async () => {
    const { app, importVideo } = await openImporter(youtube);
    await importVideo('captioned-1');
    expect(await app.head()).toBeUndefined();
  });

  it.each(['uncaptioned', 'talkative-1'])(
    'uses the description of %s, whose captions contain no recipe',
    async (id) => {
      const { importVideo } = await openImporter(youtube);
      expect((await importVideo(id)).json()).toMatchObject({ ...shown, ...parsed, source: 'description' });
    },
  );

  it.each([401, 403, 404])('uses the description if the captions are refused with %i', async (status) => {
    const { warnings, importVideo } = await openImporter(youtube);
    youtube.fail('/captions/{id}', { status, reason: 'forbidden' });
    expect((await importVideo('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    expect(warnings).toHaveLength(status === 401 ? 1 : 0);
  });

  it.each(['silence', { status: 403, reason: 'quotaExceeded' }, { status: 500, reason: 'backendError' }] as const)(
    'uses the description if the captions fail with %j',
    async (failure) => {
      const { importVideo } = await openImporter(youtube, impatient);
      youtube.fail('/captions', failure);
      expect((await importVideo('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    },
  );

  it('requests no captions without a token', async () => {
    const { importVideo } = await openImporter(youtube, { oauthToken: undefined });
    expect((await importVideo('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    expect(youtube.calls).toEqual(['/videos?part=snippet&id=described-1']);
  });

  it('returns a draft for captions without a recipe', async () => {
    const { importVideo } = await openImporter(youtube);
    expect((await importVideo('chatty-vide')).json()).toMatchObject({
      title: 'A talk',
      ingredients: [],
      instructions: [],
    });
  });

  it('returns a valid draft even if the names are too long', async () => {
    const { importVideo } = await openImporter(youtube);
    expect(Value.Check(VideoDraft, (await importVideo('verylong-vi')).json())).toBe(true);
  });
});
