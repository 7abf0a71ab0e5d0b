import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type RunningCommand, runProgram } from '../command.ts';
import { type Line, openLine } from '../line.ts';
import { serverEnvironment } from '../server-environment.ts';
import type { Connection } from '../writing.ts';
import { tokenOf } from './accounts.ts';
import type { HeldMemory, ToProcess } from './controlled-process.ts';

/** With a million events, read models are built first. */
const startTimeoutMs = 240_000;
/** Of a message: a process that works answers at once. */
const answerTimeoutMs = 20_000;

const preloaded = fileURLToPath(new URL('./controlled-process.ts', import.meta.url));

export interface ServerOptions {
  readonly name: string;
  /** For `--services`. */
  readonly services: string;
  /** Without those of the stores. */
  readonly env: Readonly<Record<string, string>>;
  /** Undefined: the server's connection to it cannot be disturbed. */
  readonly eventStore: { readonly url: string; readonly disturbable: boolean };
  readonly redisPort: number;
}

/** `server/main.ts` as a process, with lines of its own to EventStoreDB and Redis. Keeps its port over restarts. */
export class ServerProcess {
  readonly name: string;
  readonly services: string;
  /** Undefined if the connection string allows no proxy. */
  readonly eventStoreLine: Line | undefined;
  readonly redisLine: Line;
  address = '';
  /** Replaced at each start: connections to a killed process are lost. */
  #agent = new Agent({ keepAlive: true });
  readonly #env: Readonly<Record<string, string>>;
  #running: RunningCommand | undefined;

  private constructor({ name, services, env }: ServerOptions, eventStoreLine: Line | undefined, redisLine: Line) {
    this.name = name;
    this.services = services;
    this.#env = env;
    this.eventStoreLine = eventStoreLine;
    this.redisLine = redisLine;
  }

  static async start(options: ServerOptions): Promise<ServerProcess> {
    const { url, disturbable } = options.eventStore;
    const [, target = ''] = /^esdb:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url) ?? [];
    const eventStoreLine = disturbable ? await openLine(`http://${target}`) : undefined;
    const redisLine = await openLine(`http://127.0.0.1:${options.redisPort}`);
    const near = eventStoreLine && `127.0.0.1:${new URL(eventStoreLine.address).port}`;
    const stores = {
      EVENTSTORE_URL: near === undefined ? url : url.replace(target, near),
      REDIS_URL: `redis://127.0.0.1:${new URL(redisLine.address).port}`,
    };
    const server = new ServerProcess({ ...options, env: { ...options.env, ...stores } }, eventStoreLine, redisLine);
    await server.start().catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
    return server;
  }

  get isApi(): boolean {
    return this.services.includes('api');
  }

  get connection(): Connection {
    return { address: this.address, agent: this.#agent, tokenOf };
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port;
    const args = ['--import', preloaded, 'server/main.ts', `--services=${this.services}`];
    const env = serverEnvironment({ ...this.#env, PORT: port });
    const running = runProgram(process.execPath, args, env, { hasChannel: true });
    this.#running = running;
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true });
    const [, address = ''] = await running.waitForOutput(/open (http:\S+)\n/, startTimeoutMs);
    this.address = address;
  }

  async kill(): Promise<void> {
    this.#running?.kill();
    await this.#running?.exit;
  }

  freeze(): void {
    this.#running?.freeze();
  }

  thaw(): void {
    this.#running?.thaw();
  }

  /** @param aheadMs of the real time; negative: behind it */
  async setClock(aheadMs: number): Promise<void> {
    await this.#ask({ do: 'set clock', aheadMs });
  }

  /** What its objects and buffers hold after a garbage collection, in MB. */
  async memoryMb(): Promise<number> {
    const { bytes } = await this.#ask<HeldMemory>({ do: 'measure memory' });
    return bytes / 1_000_000;
  }

  async isReady(): Promise<boolean> {
    const request = fetch(`${this.address}/health/ready`, { signal: AbortSignal.timeout(3_000) });
    return request.then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Its log since its start. */
  get output(): string {
    return this.#running?.stderr() ?? '';
  }

  async close(): Promise<void> {
    await this.kill();
    this.#agent.destroy();
    for (const line of [this.eventStoreLine, this.redisLine]) {
      line?.release();
      await line?.cut();
    }
  }

  async #ask<Answer>(message: ToProcess): Promise<Answer> {
    if (this.#running === undefined) throw new Error(`${this.name} does not run`);
    return this.#running.ask(message, answerTimeoutMs);
  }
}
