import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface KillServerStart {
  /** Of the data. */
  readonly folder: string;
  /** Names that are users. */
  readonly users: readonly string[];
}

export type FromKillServer =
  | { readonly kind: 'loaded' }
  /**
   * `openedInMs`: from the message to open, until the log was recovered, the read models built and the port open.
   * `openedCpuMs`: the processor time of it, which other processes do not lengthen.
   */
  | { readonly kind: 'answering'; readonly address: string; readonly openedInMs: number; readonly openedCpuMs: number };

type Answering = Extract<FromKillServer, { kind: 'answering' }>;

const program = fileURLToPath(new URL('./kill-server.ts', import.meta.url));

/** A process with the whole application loaded, which opens its data only when it is told to. */
export class KillableServer {
  /** How long the start of the runtime and the loading of the code took, in ms. */
  readonly loaded: Promise<number>;
  readonly #child: ChildProcess;
  readonly #exited: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  readonly #answering = Promise.withResolvers<Answering>();

  /** @param compiled folder in which compiled code is kept from one process to the next */
  constructor(start: KillServerStart, compiled: string) {
    const started = performance.now();
    const loaded = Promise.withResolvers<number>();
    this.loaded = loaded.promise;
    this.#child = fork(program, [JSON.stringify(start)], {
      execArgv: ['--no-warnings'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: FromKillServer) => {
      if (message.kind === 'loaded') loaded.resolve(performance.now() - started);
      else this.#answering.resolve(message);
    });
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        const reason = new Error(`The server ended (${signal ?? `code ${code}`})`);
        loaded.reject(reason);
        this.#answering.reject(reason);
        resolve([code, signal]);
      });
    });
    // Whoever waits is told; one that is killed while nobody does is as it should be.
    for (const outcome of [this.loaded, this.#answering.promise]) outcome.catch(() => undefined);
  }

  /** Tells it to open its data, which it does as soon as it is loaded. Resolves when it listens. */
  open(): Promise<Answering> {
    this.#child.send('open');
    return this.#answering.promise;
  }

  /** kill -9; resolves when the process is gone. @throws when it had ended by itself */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    const [code, signal] = await this.#exited;
    if (signal !== 'SIGKILL') throw new Error(`The server ended by itself, with ${signal ?? `code ${code}`}`);
  }
}
