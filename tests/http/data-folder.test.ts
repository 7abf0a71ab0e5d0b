import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBareServer } from '../support/bare-server.ts';
import { until } from '../support/until.ts';

/** Whether users other than the owner have any permission on a file; false if it no longer exists. */
const isExposed = (path: string): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;

test('gives only the owner access to its files, even in a folder that others may open', async () => {
  const { folder } = await startBareServer({}, 0o755);
  const accounts = join(folder, 'accounts');
  const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  await until(() => files().includes(join(accounts, 'accounts.sqlite')), 25_000);
  expect(files()).toContain(join(folder, 'events.sqlite'));
  expect(files().filter(isExposed)).toEqual([]);
});
