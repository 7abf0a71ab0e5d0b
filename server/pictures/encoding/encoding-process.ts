import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PictureProblem, PicturesUnavailable } from '../pictures.ts';
import type { EncodedPicture } from './encode-picture.ts';
import type { FromEncoder, ToEncoder } from './messages.ts';

const program = fileURLToPath(new URL('./encoder-process.ts', import.meta.url));

export interface EncodingProcessOptions {
  /** For one picture; a process that takes longer is killed. */
  readonly timeoutMs: number;
  /** After which it ends by itself when it has nothing to do. */
  readonly idleMs: number;
}

type Answer = FromEncoder | { readonly kind: 'crashed' } | { readonly kind: 'timedOut' };

/** With which native code ends a process by itself. All others come from outside, such as from a kernel without memory. */
const crashes: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
]);

/** A child process that encodes one picture after the other. It does not keep the program alive while it is idle. */
export class EncodingProcess {
  readonly #child: ChildProcess;
  readonly #options: EncodingProcessOptions;
  readonly #exit = Promise.withResolvers<void>();
  #isUsable = true;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: EncodingProcessOptions) {
    this.#options = options;
    this.#child = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // It decodes files from anybody, and needs no secret of the server.
      env: {},
    });
    const onExit = () => {
      this.#isUsable = false;
      clearTimeout(this.#idleTimer);
      this.#exit.resolve();
    };
    this.#child.once('exit', onExit);
    this.#child.on('error', () => {
      this.#isUsable = false;
      // It could not be started, so it will not exit. Otherwise it could not be sent a message.
      if (this.#child.pid === undefined) onExit();
    });
  }

  /** Whether it can encode another picture. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Undefined if it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when the process has ended, for whatever reason. */
  get hasExited(): Promise<void> {
    return this.#exit.promise;
  }

  /** @throws PictureProblem, PicturesUnavailable */
  async encode(file: string): Promise<EncodedPicture> {
    clearTimeout(this.#idleTimer);
    this.#child.ref();
    this.#child.channel?.ref();
    const answer = await this.#ask(file);
    switch (answer.kind) {
      case 'encoded':
        this.#rest();
        return answer.picture;
      case 'refused':
        this.#rest();
        throw new PictureProblem(answer.code);
      case 'crashed':
        // A file that crashes the decoder is refused like any other that it cannot read.
        throw new PictureProblem('DAMAGED_PICTURE');
      case 'timedOut':
        await this.end();
        throw new PictureProblem('PICTURE_TOO_SLOW');
      case 'failed':
        await this.end();
        throw new PicturesUnavailable(answer.reason);
    }
  }

  /** Kills it. Resolves when it has ended. */
  async end(): Promise<void> {
    this.#isUsable = false;
    clearTimeout(this.#idleTimer);
    // An idle one would not keep the program alive until it has ended.
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await this.#exit.promise;
  }

  async #ask(file: string): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const onMessage = (message: FromEncoder) => resolve(message);
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(
        signal !== null && crashes.has(signal)
          ? { kind: 'crashed' }
          : // With a code it ends only when it cannot start, for example without the decoder's package.
            { kind: 'failed', reason: `the encoder ended with ${signal ?? `code ${code}`}` },
      );
    const onError = (error: Error) => resolve({ kind: 'failed', reason: error.message });
    this.#child.once('message', onMessage).once('exit', onExit).once('error', onError);
    const timer = setTimeout(() => resolve({ kind: 'timedOut' }), this.#options.timeoutMs);
    this.#child.send({ file } satisfies ToEncoder, (error) => error && onError(error));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.off('message', onMessage).off('exit', onExit).off('error', onError);
    }
  }

  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idleTimer = setTimeout(() => void this.end(), this.#options.idleMs);
    this.#idleTimer.unref();
  }
}
