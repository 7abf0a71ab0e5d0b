import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EmulatorUpstream, IdentityUnavailable } from '../identity.ts';
import { withIdentityTimeout } from '../with-identity-timeout.ts';
import type { EmulatorEmail, EmulatorMessage, EmulatorSettings } from './messages.ts';

export interface EmulatorLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmulatorOptions {
  readonly projectId: string;
  /** Absolute folder of the accounts. */
  readonly dir: string;
  readonly log: EmulatorLog;
  /** Called instead of sending an email. */
  readonly onEmail?: (email: EmulatorEmail) => void;
}

const startTimeoutMs = 30_000;
const firstPauseMs = 100;
const maxPauseMs = 5_000;
/** Give up after this many failed starts, unless one has succeeded; after a success, restarts are unlimited. */
const maxFirstStarts = 3;
const maxWaiting = 1_000;

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Runs the emulator as a child process: restarts it when it exits; it never outlives this process. */
export class EmulatorProcess implements EmulatorUpstream {
  readonly #settings: EmulatorSettings;
  readonly #log: EmulatorLog;
  readonly #onEmail: (email: EmulatorEmail) => void;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #child: ChildProcess | undefined;
  #base: string | undefined;
  #listening = Promise.withResolvers<string>();
  #waiting = 0;
  #succeeded = false;

  constructor({ projectId, dir, log, onEmail = () => undefined }: EmulatorOptions) {
    this.#settings = { projectId, dir, path: `/${randomBytes(16).toString('hex')}` };
    this.#log = log;
    this.#onEmail = onEmail;
    this.#ended = this.#keepRunning();
  }

  /** Process id of the running child. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async ready(): Promise<void> {
    await this.#listening.promise;
  }

  async base(waitMs: number): Promise<string> {
    if (this.#base !== undefined) return this.#base;
    if (this.#waiting >= maxWaiting) throw new IdentityUnavailable('Too many calls wait for the emulator');
    this.#waiting += 1;
    try {
      return await withIdentityTimeout(waitMs, 'The emulator is starting', this.#listening.promise);
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }

  async #keepRunning(): Promise<void> {
    // Callers that wait receive the rejection; without callers it must not crash this process.
    this.#listening.promise.catch(() => undefined);
    let pauseMs = firstPauseMs;
    for (let starts = 1; !this.#closing.signal.aborted; starts += 1) {
      const startedAt = Date.now();
      const reason = await this.#runOnce();
      if (this.#closing.signal.aborted) break;
      if (!this.#succeeded && (reason.isFinal || starts >= maxFirstStarts)) {
        this.#giveUp(`The accounts in ${this.#settings.dir} cannot be served: ${reason.text}`);
        return;
      }
      if (Date.now() - startedAt > startTimeoutMs) pauseMs = firstPauseMs;
      this.#log.warn(`The Firebase Auth emulator ended (${reason.text}); it starts again in ${pauseMs} ms`);
      await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
    this.#giveUp('The server is stopping');
  }

  #giveUp(message: string): void {
    this.#listening.reject(new IdentityUnavailable(message));
  }

  /** Starts the process and waits for its exit. */
  async #runOnce(): Promise<{ text: string; isFinal: boolean }> {
    const child = fork(childFile, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    this.#child = child;
    let failure: string | undefined;
    const kill = (text: string): void => {
      failure ??= text;
      child.kill('SIGKILL');
    };
    const startTimer = setTimeout(() => kill(`it did not start within ${startTimeoutMs / 1000} s`), startTimeoutMs);
    let isFinal = false;
    child.on('message', (message: EmulatorMessage) => {
      // Match by kind: under `node --watch`, Node sends its own messages from every child.
      if (message.kind === 'listening') {
        clearTimeout(startTimer);
        this.#started(message.port);
      } else if (message.kind === 'email') {
        this.#onEmail(message.email);
      } else if (message.kind === 'failed') {
        clearTimeout(startTimer);
        isFinal = true;
        kill(message.reason);
      }
    });
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface(output).on('line', (line) => this.#log.info(`emulator: ${line}`));
    }
    const exit = Promise.race([
      // The message with the reason may arrive after the exit.
      Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
        ([[code, signal]]) => `${signal ?? `code ${code}`}`,
      ),
      once(child, 'error').then(([error]) => String(error)),
    ]);
    // SIGKILL is safe, because answered changes are on disk; while it loads, it handles no other signal for 1 to 2 s.
    const stop = (): void => void child.kill('SIGKILL');
    this.#closing.signal.addEventListener('abort', stop, { once: true });
    child.send(this.#settings);
    const code = await exit;
    clearTimeout(startTimer);
    this.#closing.signal.removeEventListener('abort', stop);
    this.#stopped();
    return { text: failure ?? code, isFinal };
  }

  #started(port: number): void {
    this.#succeeded = true;
    this.#base = `http://127.0.0.1:${port}${this.#settings.path}`;
    this.#listening.resolve(this.#base);
  }

  #stopped(): void {
    this.#child = undefined;
    if (this.#base === undefined) return;
    this.#base = undefined;
    this.#listening = Promise.withResolvers();
    this.#listening.promise.catch(() => undefined);
  }
}
