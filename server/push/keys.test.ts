import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePushKeys, readPushKeys } from './keys.ts';

test('the keys for push messages are made once, and refused when they are missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-push-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'keys');
  const made = await makePushKeys(file);
  expect(await readPushKeys(file)).toEqual(made);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(makePushKeys(file)).rejects.toThrow('EEXIST');
  await expect(readPushKeys(join(folder, 'missing'))).rejects.toThrow(/^WEB_PUSH_KEY_FILE: .*web-push keys/);
});
