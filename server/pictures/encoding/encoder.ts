import { availableParallelism } from 'node:os';
import { limitConcurrency } from '../../core/timing/limit-concurrency.ts';
import { PictureProblem, PicturesUnavailable } from '../pictures.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { EncodingProcess } from './encoding-process.ts';

export interface Encoder {
  /**
   * @param signal ends the wait for a process
   * @throws PictureProblem, PicturesUnavailable when a process cannot do it, and the reason of `signal`
   */
  encode(file: string, signal?: AbortSignal): Promise<EncodedPicture>;
  close(): Promise<void>;
}

export interface EncoderOptions {
  /** Each decodes one picture at a time. */
  readonly processes?: number;
  /** Pictures that wait for a process. */
  readonly maxWaiting?: number;
  /** For one picture. */
  readonly timeoutMs?: number;
  /** After which a process that has nothing to do ends, and gives back its memory. */
  readonly idleMs?: number;
}

/** Half of the processors: requests need the others. */
const defaultProcesses = Math.max(1, Math.min(4, availableParallelism() >> 1));

/** Encodes pictures in child processes, which are started when they are needed. */
export function openEncoder(options: EncoderOptions = {}): Encoder {
  const { processes = defaultProcesses, maxWaiting = 64, timeoutMs = 20_000, idleMs = 60_000 } = options;
  const idle: EncodingProcess[] = [];
  const running = new Set<EncodingProcess>();
  let isClosed = false;

  function take(): EncodingProcess {
    for (let rested = idle.pop(); rested; rested = idle.pop()) {
      if (rested.isUsable) return rested;
    }
    const started = new EncodingProcess({ timeoutMs, idleMs });
    running.add(started);
    void started.hasExited.then(() => running.delete(started));
    return started;
  }

  const encode = limitConcurrency(
    async (file: string) => {
      if (isClosed) throw new PicturesUnavailable('the program is stopping');
      const encoder = take();
      try {
        return await encoder.encode(file);
      } finally {
        if (encoder.isUsable) idle.push(encoder);
      }
    },
    { maxConcurrent: processes, maxWaiting, overloaded: () => new PictureProblem('PICTURES_BUSY') },
  );
  return {
    encode,
    close: async () => {
      isClosed = true;
      await Promise.all([...running].map((one) => one.end()));
    },
  };
}
