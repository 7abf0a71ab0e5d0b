/** The whole server in this process, with a data folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startInProcess } from './server-in-process.ts';

/** Starts a server that ends with the test, which also removes its folder. Resolves with `http://localhost:<port>`. */
export async function startBareServer(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-bare-'));
  const server = startInProcess({ PORT: '0', DATA_DIR: folder, ...env });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return server.address();
}
