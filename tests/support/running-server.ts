/** The server as a separate process with the built client, on its own folder and port. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClient } from './built-client.ts';
import { type RunningCommand, runProgram } from './command.ts';
import { serverEnvironment } from './server-environment.ts';
import { until } from './until.ts';

const second = 1000;
/** Enough to load everything on a busy machine. */
const startTimeoutMs = 60 * second;

export interface ServerAddress {
  /** `http://localhost:<port>`; the same after each start. */
  readonly address: string;
}

export interface RunningServer extends ServerAddress {
  /** `DATA_DIR`. */
  readonly folder: string;
  /** kill -9 of the server alone; its child processes end by themselves. */
  kill(): Promise<void>;
  /** Restarts it on the same folder and port. Resolves when it listens; users may have to wait longer to sign in. */
  start(): Promise<void>;
  /** Resolves when users can sign in. */
  accounts(): Promise<void>;
  /** Suspends it with its connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Kills it and removes its folder. */
  remove(): void;
}

export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  await buildClient();
  const folder = mkdtempSync(join(tmpdir(), 'potluck-e2e-'));

  const run = async (port: string): Promise<{ process: RunningCommand; address: string }> => {
    const environment = serverEnvironment({ PORT: port, DATA_DIR: folder, PUBLISH_LIMIT: '100000', ...env });
    const started = runProgram(process.execPath, ['server/main.ts'], environment);
    try {
      const [, address = ''] = await started.waitForOutput(/open (http:\S+)\n/, startTimeoutMs);
      return { process: started, address };
    } catch (error) {
      started.killAll();
      throw error;
    }
  };

  const first = await run('0');
  const { address } = first;
  let running = first.process;
  return {
    address,
    folder,
    kill: async () => {
      running.kill();
      await until(() => running.survivors().length === 0);
    },
    start: async () => {
      running = (await run(new URL(address).port)).process;
    },
    accounts: () => until(async () => (await fetch(`${address}/health/ready`)).ok, startTimeoutMs),
    freeze: () => running.freeze(),
    thaw: () => running.thaw(),
    remove: () => {
      running.killAll();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
