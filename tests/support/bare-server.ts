/** The server as a separate process, without the built client. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runProgram } from './command.ts';
import { serverEnvironment } from './server-environment.ts';

const startTimeoutMs = 25_000;

export interface BareServer {
  /** `http://localhost:<port>` */
  readonly address: string;
  /** Its DATA_DIR. */
  readonly folder: string;
}

/**
 * Starts a server that ends with the test, which also removes its folder.
 * @param mode the folder's permissions
 */
export async function startBareServer(env: Record<string, string> = {}, mode = 0o700): Promise<BareServer> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-bare-'));
  chmodSync(folder, mode);
  const environment = serverEnvironment({ PORT: '0', DATA_DIR: folder, ...env });
  const server = runProgram(process.execPath, ['server/main.ts'], environment);
  onTestFinished(() => {
    server.killAll();
    rmSync(folder, { recursive: true, force: true });
  });
  const [, address = ''] = await server.waitForOutput(/open (http:\/\/\S+)\n/, startTimeoutMs);
  return { address, folder };
}
