import { availableParallelism } from 'node:os';
import { limitConcurrency } from '../../core/timing/limit-concurrency.ts';
import { PictureProblem } from '../pictures.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { EncodingProcess } from './encoding-process.ts';

export interface Encoder {
  /** @throws PictureProblem, PicturesUnavailable when a process cannot do it */
  encode(file: string): Promise<EncodedPicture>;
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

  function start(): EncodingProcess {
    const started = new EncodingProcess({
      timeoutMs,
      idleMs,
      onEnd: () => {
        running.delete(started);
        if (idle.includes(started)) idle.splice(idle.indexOf(started), 1);
      },
    });
    running.add(started);
    return started;
  }

  const encode = limitConcurrency(
    async (file: string) => {
      const encoder = idle.pop() ?? start();
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
      await Promise.all([...running].map((one) => one.end()));
    },
  };
}
