/** What a video becomes: the draft of a recipe. */
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VideoDraft } from '../../server/core/contracts/video-import.ts';
import { openImporter, parsed, shown, startYoutube, thumbnails } from '../support/importing.ts';
import type { YoutubeServer } from '../support/youtube-server.ts';

describe('importVideo a video', () => {
  let youtube: YoutubeServer;
  beforeAll(async () => {
    youtube = await startYoutube();
  });
  afterAll(() => youtube.close());

  it('answers a draft from its captions, of the first track, by the calls that the service documents', async () => {
    const { importVideo } = await openImporter(youtube);
    const answer = await importVideo('https://www.youtube.com/watch?v=captioned-1&t=10s');
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

  it('writes nothing', async () => {
    const { app, importVideo } = await openImporter(youtube);
    await importVideo('captioned-1');
    expect(await app.head()).toBeUndefined();
  });

  it.each(['uncaptioned', 'talkative-1'])('reads the description of %s, whose captions have no recipe', async (id) => {
    const { importVideo } = await openImporter(youtube);
    expect((await importVideo(id)).json()).toMatchObject({ ...shown, ...parsed, source: 'description' });
  });

  it.each([401, 403, 404])('reads the description where the captions are refused with %i', async (status) => {
    const { warnings, importVideo } = await openImporter(youtube);
    youtube.fail('/captions/{id}', { status, reason: 'forbidden' });
    expect((await importVideo('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    expect(warnings).toHaveLength(status === 401 ? 1 : 0);
  });

  it.each(['silence', { status: 403, reason: 'quotaExceeded' }, { status: 500, reason: 'backendError' }] as const)(
    'reads the description where the captions fail with %j',
    async (failure) => {
      const { importVideo } = await openImporter(youtube);
      youtube.fail('/captions', failure);
      expect((await importVideo('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    },
  );

  it('asks for no captions without a token', async () => {
    const { importVideo } = await openImporter(youtube, { oauthToken: undefined });
    expect((await importVideo('described-1')).json()).toMatchObject({ ...parsed, source: 'description' });
    expect(youtube.calls).toEqual(['/videos?part=snippet&id=described-1']);
  });

  it('answers a draft of a video that has captions but no recipe', async () => {
    const { importVideo } = await openImporter(youtube);
    expect((await importVideo('chatty-vide')).json()).toMatchObject({
      title: 'A talk',
      ingredients: [],
      instructions: [],
    });
  });

  it('fits into the form of a recipe, however long the names are', async () => {
    const { importVideo } = await openImporter(youtube);
    expect(Value.Check(VideoDraft, (await importVideo('verylong-vi')).json())).toBe(true);
  });
});
