import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
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
  readonly onEnd: () => void;
}

type Answer = FromEncoder | { readonly kind: 'killed' } | { readonly kind: 'timedOut' };

/** A child process that encodes one picture after the other. It does not keep the program alive while it is idle. */
export class EncodingProcess {
  readonly #child: ChildProcess;
  readonly #options: EncodingProcessOptions;
  #hasEnded = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: EncodingProcessOptions) {
    this.#options = options;
    this.#child = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // It decodes files from anybody, and needs no secret of the server.
      env: {},
    });
    const onEnd = () => {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      clearTimeout(this.#idleTimer);
      options.onEnd();
    };
    this.#child.once('exit', onEnd);
    // It could not be started, or not be sent a message.
    this.#child.on('error', onEnd);
  }

  get isUsable(): boolean {
    return !this.#hasEnded;
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
      case 'killed':
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

  /** Resolves when the process has ended. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #ask(file: string): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const onMessage = (message: FromEncoder) => resolve(message);
    // By itself it ends only when it cannot start, for example without the decoder's package.
    const onExit = (code: number | null) =>
      resolve(code === null ? { kind: 'killed' } : { kind: 'failed', reason: `the encoder ended with code ${code}` });
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
    this.#idleTimer = setTimeout(() => void this.#child.kill('SIGKILL'), this.#options.idleMs);
    this.#idleTimer.unref();
  }
}
