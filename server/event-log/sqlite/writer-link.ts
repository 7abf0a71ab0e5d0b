import { Worker } from 'node:worker_threads';
import type { WriteFailure } from '../../core/event-log.ts';
import type { FlatGroup, FlatOutcomes, FromWriter, ToWriter, WriterStart } from './writer-protocol.ts';

export interface WriterListener {
  committed(outcomes: FlatOutcomes): void;
  failed(failure: WriteFailure): void;
  probed(failure: WriteFailure | undefined): void;
  checkpointFailed(reason: string): void;
  /** The writer ended without `close`. */
  stop(reason: string): void;
}

export interface WriterLink {
  /** Position of the last event when the writer started, 0 in an empty log. */
  readonly head: number;
  listen(listener: WriterListener): void;
  send(group: FlatGroup): void;
  /** Makes the writer test whether the file can be written. */
  probe(): void;
  /** Resolves when the file is closed, or when the writer was terminated after a time-out. */
  close(): Promise<void>;
}

/** For opening, which may have to recover the file, and for closing. */
const openOrCloseTimeoutMs = 30_000;

/**
 * Starts the writer's thread; resolves when the file is open and recovered.
 * @throws Error when it cannot be opened
 */
export const startWriter = async (options: Omit<WriterStart, 'doorbell'>): Promise<WriterLink> => {
  const doorbell = new Int32Array(new SharedArrayBuffer(4));
  const workerData: WriterStart = { ...options, doorbell: doorbell.buffer };
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData, name: 'event-log-writer' });

  const ready = Promise.withResolvers<number>();
  const exited = Promise.withResolvers<void>();
  const openTimer = setTimeout(
    () => ready.reject(new Error(`The event log ${options.file} cannot be opened: the disk does not answer`)),
    openOrCloseTimeoutMs,
  );
  let listener: WriterListener | undefined;
  let closing = false;

  /** The first reason why the writer ended: after an error, the exit says less. */
  let endReason: string | undefined;
  const onEnd = (reason: string): void => {
    if (endReason !== undefined) return;
    endReason = reason;
    ready.reject(new Error(reason));
    if (!closing) listener?.stop(reason);
  };
  worker.on('message', (message: FromWriter) => {
    if (message.kind === 'committed') listener?.committed(message.outcomes);
    else if (message.kind === 'failed') listener?.failed(message.failure);
    else if (message.kind === 'probed') listener?.probed(message.failure);
    else if (message.kind === 'checkpoint_failed') listener?.checkpointFailed(message.reason);
    // Checked by name: under `node --watch` Node sends its own messages over this port.
    else if (message.kind === 'ready') ready.resolve(message.head);
  });
  worker.on('error', (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    onEnd(`The event log ${options.file} cannot be used: ${reason}`);
  });
  worker.on('exit', () => {
    onEnd(`The writer of the event log ${options.file} has ended: start again`);
    exited.resolve();
  });

  const send = (message: ToWriter): void => {
    worker.postMessage(message);
    Atomics.add(doorbell, 0, 1);
    Atomics.notify(doorbell, 0);
  };

  try {
    return {
      head: await ready.promise,
      listen: (newListener) => {
        listener = newListener;
        if (endReason !== undefined) listener.stop(endReason);
      },
      send,
      probe: () => send('probe'),
      close: async () => {
        closing = true;
        send('close');
        const closeTimer = setTimeout(() => void worker.terminate(), openOrCloseTimeoutMs);
        await exited.promise;
        clearTimeout(closeTimer);
      },
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(openTimer);
  }
};
