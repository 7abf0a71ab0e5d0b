import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EventStoreProgramOptions } from '../eventstoredb-server/program.ts';
import { freePort } from '../free-port.ts';
import { serverEnvironment } from '../server-environment.ts';

const program = fileURLToPath(new URL('../eventstoredb-server/program.ts', import.meta.url));

/** The EventStoreDB of tests in a process of its own, which keeps its events over `kill -9`. */
export class EventStoreProcess {
  readonly connectionString: string;
  readonly #options: EventStoreProgramOptions;
  #child: ChildProcess | undefined;

  private constructor(options: EventStoreProgramOptions) {
    this.#options = options;
    this.connectionString = `esdb://127.0.0.1:${options.port}?tls=false`;
  }

  /** @param events the length of a simulated history that it begins with; these are lost when it is killed */
  static async start(events = 0): Promise<EventStoreProcess> {
    const port = await freePort();
    const file = events > 0 ? undefined : join(tmpdir(), `potluck-event-store-${port}.ndjson`);
    const server = new EventStoreProcess({ events, port, ...(file && { file }) });
    await server.start();
    return server;
  }

  /** Starts it again on the same port, with the same events. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [program, JSON.stringify(this.#options)], {
      env: serverEnvironment({}),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The EventStoreDB of this test has ended')));
    ended.catch(() => undefined);
    await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  }

  async kill(): Promise<void> {
    if (this.#child === undefined) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    this.#child = undefined;
    await ended;
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async close(): Promise<void> {
    await this.kill();
    if (this.#options.file !== undefined) await rm(this.#options.file, { force: true });
  }
}
