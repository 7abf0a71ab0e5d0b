/** A profile and its avatar. */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { bytesOf, pictures } from '../fixtures/pictures.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { openEmbeddedApp } from '../support/embedded-app.ts';
import { accountCalls, openProfileApp, type ProfileApp, password } from '../support/profile-app.ts';

let app: ProfileApp;

beforeAll(async () => {
  app = await openProfileApp(inject('accountsHost'));
});

beforeEach(() => app.resetFaults());

afterAll(() => app?.close());

describe('a profile', () => {
  it('contains the name, the email, the creation time of the account and whether it has a password', async () => {
    const mia = await app.register();
    const { memberSince, ...profile } = (await mia.get()).json();
    expect(profile).toEqual({ username: 'Mia', email: mia.email, avatar: null, hasPassword: true });
    expect(Math.abs(Date.parse(memberSince) - Date.now())).toBeLessThan(60_000);
    expect((await injectChecked(app.running.app, { url: '/api/users/profile' })).json()).toMatchObject({
      statusCode: 401,
      message: 'Please log in to see your profile',
    });
  });

  it('of a deleted account cannot be read or changed: its token is invalid', async () => {
    const { idToken } = await app.signIn('gone@example.org', password, 'signUp');
    const gone = app.as(idToken);
    expect((await gone.put({ username: 'Gone' })).statusCode).toBe(200);
    const payload = { idToken };
    const url = `${accountCalls}:delete?key=k`;
    expect((await app.running.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
    const head = await app.running.head();
    for (const response of [await gone.get(), await gone.put({ username: 'Back' })]) {
      expect([response.statusCode, response.json().code]).toEqual([401, 'INVALID_TOKEN']);
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
    expect(await app.running.head()).toBe(head);
  });

  it('accepts another name, which the next token contains, too', async () => {
    const mia = await app.register();
    const saved = await mia.put({ username: 'Maria', email: mia.email, currentPassword: '', newPassword: '' });
    expect(saved.json()).toMatchObject({ username: 'Maria', email: mia.email });
    const { idToken } = await app.signIn(mia.email, password);
    expect((await app.identity.verify(idToken)).name).toBe('Maria');
  });

  it('provides the author name of responses, also after a change of the name', async () => {
    // The clock of the server's cache of names, which expires after a minute.
    const clock = performance.now.bind(performance);
    let passedMs = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passedMs);
    onTestFinished(() => spy.mockRestore());
    const { headers, put } = app.as((await app.signIn('ann@example.org', password, 'signUp')).idToken);
    const authorOf = async (title: string) => {
      const payload = { title, content: 'Hot' };
      const sent = await injectChecked(app.running.app, { method: 'POST', url: '/api/community', payload, headers });
      return sent.json().authorName;
    };
    expect(await authorOf('The first soup')).toBe('New cook');
    await put({ username: 'Anna' });
    expect(await authorOf('The next')).toBe('Anna');
    passedMs = 60_001;
    expect(await authorOf('A minute later')).toBe('Anna');
  });
});

describe('an avatar', () => {
  const get = (address: string) => injectChecked(app.running.app, { url: address });
  const files = () => readdir(join(app.folder, 'avatars')).catch((): string[] => []);

  it('is uploaded with the profile, and served publicly and immutably at its own URL', async () => {
    const mia = await app.register();
    const { avatar } = (await mia.put({ avatar: pictures.lossy })).json();
    expect(avatar).toMatch(/^\/api\/avatars\/[0-9a-f-]{36}\.webp$/);
    const seen = await get(avatar);
    expect(seen.rawPayload).toEqual(bytesOf(pictures.lossy));
    expect(seen.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await mia.get()).json().avatar).toBe(avatar);
    const { idToken } = await app.signIn(mia.email, password);
    expect((await app.identity.verify(idToken)).picture).toBe(`http://localhost${avatar}`);
  });

  it('is part of all posts and comments of its user', async () => {
    const mia = await app.register();
    const send = (url: string, payload: object) =>
      injectChecked(app.running.app, { method: 'POST', url, payload, headers: mia.headers });
    const { id } = (await send('/api/community', { title: 'Soup', content: 'Hot' })).json();
    await send(`/api/community/${id}/comments`, { text: 'Before' });
    const { avatar } = (await mia.put({ avatar: pictures.jpeg })).json();
    const comment = await send(`/api/community/${id}/comments`, { text: 'After' });
    expect(comment.json()).toMatchObject({ authorName: 'Mia', authorAvatar: avatar });
    const post = async () => (await get(`/api/community/${id}`)).json();
    expect(await post()).toMatchObject({
      authorAvatar: avatar,
      comments: [{ authorAvatar: avatar }, { authorAvatar: avatar }],
    });
    await mia.put({ avatar: null });
    expect(JSON.stringify(await post())).not.toContain('authorAvatar');
  });

  it('that is replaced or removed is deleted, without affecting other users', async () => {
    const [mia, sam] = [await app.register(), await app.register('Sam')];
    const { avatar: samsAvatar } = (await sam.put({ avatar: pictures.jpeg })).json();
    const { avatar: first } = (await mia.put({ avatar: pictures.jpeg })).json();
    const { avatar: second } = (await mia.put({ avatar: pictures.transparent })).json();
    expect((await get(first)).statusCode).toBe(404);
    expect((await get(second)).statusCode).toBe(200);
    expect((await mia.put({ avatar: null })).json().avatar).toBeNull();
    expect((await get(second)).statusCode).toBe(404);
    expect((await get(samsAvatar)).statusCode).toBe(200);
  });

  it('is stored even if the request has an unusable Host header', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'potluck-profile-'));
    const { app, close } = await openEmbeddedApp(folder, ['mia']);
    const payload = { username: 'Mia', avatar: pictures.lossy };
    const headers = { authorization: 'Bearer token-mia', host: 'localhost:99999' };
    const saved = await injectChecked(app, { method: 'PUT', url: '/api/users/profile', payload, headers });
    expect(saved.statusCode).toBe(200);
    await close();
    await rm(folder, { recursive: true });
  });

  it('is one of two that are sent at the same time, and the other is deleted', async () => {
    const mia = await app.register();
    const before = await files();
    await Promise.all([mia.put({ avatar: pictures.lossy }), mia.put({ avatar: pictures.jpeg })]);
    const { avatar } = (await mia.get()).json();
    const kept = (await files()).filter((name) => !before.includes(name));
    expect(kept).toEqual([avatar.slice('/api/avatars/'.length)]);
  });

  it('stays if a form repeats or omits it', async () => {
    const mia = await app.register();
    const { avatar } = (await mia.put({ avatar: pictures.lossless })).json();
    for (const form of [{ avatar }, { username: 'Maria' }]) expect((await mia.put(form)).json().avatar).toBe(avatar);
    expect((await get(avatar)).statusCode).toBe(200);
  });

  it('is stored once when it is sent again after a failure of the log', async () => {
    const mia = await app.register();
    const before = await files();
    app.failNextAppend();
    expect((await mia.put({ avatar: pictures.lossy }, 'the-same-form')).statusCode).toBe(503);
    const { avatar } = (await mia.put({ avatar: pictures.lossy }, 'the-same-form')).json();
    expect((await mia.put({ avatar: pictures.lossy }, 'the-same-form')).json().avatar).toBe(avatar);
    const kept = (await files()).filter((name) => !before.includes(name));
    expect(kept).toEqual([avatar.slice('/api/avatars/'.length)]);
  });

  it('that cannot be written to disk is rejected and logged, and stored when it is sent again', async () => {
    const mia = await app.register();
    const folder = join(app.folder, 'avatars');
    await mkdir(folder, { recursive: true });
    await rename(folder, `${folder}-aside`);
    await writeFile(folder, 'no folder');
    app.logged.length = 0;
    const refused = await mia.put({ username: 'Maria', avatar: pictures.lossy }, 'sent-twice');
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'AVATARS_UNAVAILABLE']);
    expect(refused.headers['retry-after']).toBe('2');
    const lines = app.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'a picture could not be stored or read; check the disk',
        err: expect.objectContaining({ message: expect.stringContaining('EEXIST') }),
      }),
    ]);
    expect((await mia.get()).json()).toMatchObject({ username: 'Mia', avatar: null });
    await rm(folder);
    await rename(`${folder}-aside`, folder);
    const { avatar } = (await mia.put({ username: 'Maria', avatar: pictures.lossy }, 'sent-twice')).json();
    expect((await get(avatar)).statusCode).toBe(200);
  });

  it.each([
    ['a PNG', `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`],
    ['a page with the type of a picture', `data:image/webp;base64,${Buffer.from('<script>').toString('base64')}`],
    ['over 100 kB', `data:image/jpeg;base64,${Buffer.concat([bytesOf(pictures.jpeg)], 100_001).toString('base64')}`],
    ['a script', 'javascript:alert(1)'],
    ['the avatar of another user', '/api/avatars/00000000-0000-8000-8000-000000000000.webp'],
    ['a URL that is too long', `https://example.org/${'a'.repeat(2_000)}`],
  ])('must not be %s', async (_, avatar) => {
    const refused = await (await app.register()).put({ username: 'Maria', avatar });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'INVALID_INPUT']);
    expect(refused.json().message).toMatch(/^The avatar must be a JPEG or WebP of at most 512 × 512 pixels and 100 kB/);
  });

  it.each([
    '/api/avatars/../events.sqlite',
    '/api/avatars/..%2fevents.sqlite',
    '/api/avatars/00000000-0000-8000-8000-000000000000.webp',
    '/api/avatars/events.sqlite',
  ])('is the only kind of file served: not %s', async (address) => {
    expect((await get(address)).statusCode).toBe(404);
  });
});
