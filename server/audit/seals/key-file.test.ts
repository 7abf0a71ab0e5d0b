import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openKey } from './key-file.ts';

test('processes that start at the same time make one key, and use it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const settings = { keyFile: join(folder, 'seals', 'key'), origin: undefined };
  const signers = await Promise.all(Array.from({ length: 8 }, () => openKey(settings, undefined)));
  expect(new Set(signers.map(({ text }) => text)).size).toBe(1);
  expect(await readdir(join(folder, 'seals'))).toEqual(['key']);
});
