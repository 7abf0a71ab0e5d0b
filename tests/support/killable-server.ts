import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from './server-environment.ts';

export interface KillServerStart {
  /** The data folder. */
  readonly folder: string;
  /** Names of the known users. */
  readonly users: readonly string[];
}

export type FromKillServer =
  | { readonly kind: 'loaded' }
  /**
   * `openedMs`: the time to recover the log, build the read models and open the port, from the message to open.
   * `openedCpuMs`: the CPU time of the same period, which excludes the load of other processes.
   */
  | { readonly kind: 'listening'; readonly address: string; readonly openedMs: number; readonly openedCpuMs: number };

type Listening = Extract<FromKillServer, { kind: 'listening' }>;

const program = fileURLToPath(new URL('./kill-server.ts', import.meta.url));

/** A process with the whole application loaded, which opens its data on `open`. */
export class KillableServer {
  /** The time in ms to start the runtime and load the code. */
  readonly loaded: Promise<number>;
  readonly #child: ChildProcess;
  readonly #exited: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  readonly #listening = Promise.withResolvers<Listening>();

  constructor(start: KillServerStart) {
    const started = performance.now();
    const loaded = Promise.withResolvers<number>();
    this.loaded = loaded.promise;
    this.#child = fork(program, [JSON.stringify(start)], {
      execArgv: ['--no-warnings'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: FromKillServer) => {
      if (message.kind === 'loaded') loaded.resolve(performance.now() - started);
      else this.#listening.resolve(message);
    });
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        const reason = new Error(`The server ended (${signal ?? `code ${code}`})`);
        loaded.reject(reason);
        this.#listening.reject(reason);
        resolve([code, signal]);
      });
    });
    // Callers of `loaded` and `open` get the error. Without a caller, it must not be an unhandled rejection.
    for (const outcome of [this.loaded, this.#listening.promise]) outcome.catch(() => undefined);
  }

  /** Opens its data as soon as it is loaded. Resolves when it listens. */
  open(): Promise<Listening> {
    this.#child.send('open');
    return this.#listening.promise;
  }

  /** Sends `kill -9`, and resolves when the process has ended. @throws if it had ended by itself */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    const [code, signal] = await this.#exited;
    if (signal !== 'SIGKILL') throw new Error(`The server ended by itself, with ${signal ?? `code ${code}`}`);
  }
}
