/** What a killed process has left in the folder of avatars. */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { pictures } from '../fixtures/pictures.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { openEmbeddedApp } from '../support/embedded-app.ts';

test('an avatar that was left behind is gone after the next start, and nothing else is', async () => {
  const own = await mkdtemp(join(tmpdir(), 'potluck-profile-'));
  const avatars = join(own, 'avatars');
  const told: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void told.push(line) });
  let app = await openEmbeddedApp(own, ['mia', 'sam', 'tom'], { logger });
  const restart = async (between: () => Promise<unknown>) => {
    await app.close();
    await between();
    app = await openEmbeddedApp(own, ['mia', 'sam', 'tom'], { logger });
    return (await readdir(avatars)).sort();
  };
  const shows = async (user: string): Promise<string> => {
    const payload = { username: user, avatar: pictures.jpeg };
    const headers = { authorization: `Bearer token-${user}` };
    const saved = await injectChecked(app.app, { method: 'PUT', url: '/api/users/profile', payload, headers });
    return saved.json().avatar.slice('/api/avatars/'.length);
  };
  await shows('mia');
  const shown = [await shows('mia'), await shows('sam'), await shows('tom')];
  const put = async (name: string, age: number) => {
    await writeFile(join(avatars, name), name);
    await utimes(join(avatars, name), new Date(), new Date(Date.now() - age * 60_000));
  };
  for (const name of shown) await utimes(join(avatars, name), 0, 0);
  const [old, older, young] = [newId(), newId(), newId()];
  const kept = [...shown, `${young}.webp`, `${young}.webp.${newId()}.part`, 'notes.txt'];
  const left = [`${old}.webp`, `${old}.webp.${newId()}.part`, `${older}.jpeg`];
  const files = await restart(async () => {
    for (const name of kept.slice(shown.length)) await put(name, name === 'notes.txt' ? 9_000 : 5);
    for (const name of left) await put(name, 15);
  });
  expect(files).toEqual(kept.sort());
  expect(told).toEqual([]);

  // As with the address of another log, or with an older backup in its place.
  expect(await restart(() => rm(join(own, 'events.sqlite')))).toEqual(kept);
  expect(told).toEqual([expect.stringContaining('Most avatars here are shown by no profile of this log')]);
  await app.close();
  await rm(own, { recursive: true });
});
