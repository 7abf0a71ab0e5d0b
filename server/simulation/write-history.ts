import type { AppendResult, EventLog } from '../core/event-log.ts';
import type { HistoryAppend } from './recorder.ts';

export interface WriteOptions {
  readonly maxInFlight: number;
  /**
   * Whether the log writes appends in the order of the calls, as the embedded one does. If not, the appends of a stream wait
   * for each other, and those of different streams may change places with neighbours.
   */
  readonly keepsOrder: boolean;
  /** Ends the writing after an append. */
  readonly signal: AbortSignal;
  /** @param events how many are recorded */
  onProgress(events: number): void;
}

export interface WrittenHistory {
  readonly events: number;
  readonly appends: number;
  /** When the last event happened in the simulation. */
  readonly lastAt: string | undefined;
  /** Of the last event. */
  readonly position: bigint | undefined;
}

/** Appends a history, many appends at a time. @throws what the log throws */
export async function writeHistory(
  log: Pick<EventLog, 'append'>,
  history: Iterable<HistoryAppend>,
  { maxInFlight, keepsOrder, signal, onProgress }: WriteOptions,
): Promise<WrittenHistory> {
  const inFlight = new InFlight(maxInFlight);
  let events = 0;
  let appends = 0;
  let lastAt: string | undefined;
  let position: bigint | undefined;
  for (const { stream, expected, events: recorded } of history) {
    if (signal.aborted) break;
    await inFlight.whenFree(keepsOrder ? undefined : stream);
    inFlight.add(stream, log.append(stream, recorded, expected), (result) => {
      events += recorded.length;
      appends += 1;
      if (position === undefined || result.position > position) {
        position = result.position;
        lastAt = recorded.at(-1)?.meta.at;
      }
      onProgress(events);
    });
  }
  await inFlight.whenEmpty();
  return { events, appends, lastAt, position };
}

/** The appends that the log has not answered yet. */
class InFlight {
  readonly #max: number;
  readonly #byStream = new Map<string, Promise<void>>();
  #count = 0;
  #failures: unknown[] = [];
  #settled = Promise.withResolvers<void>();

  constructor(max: number) {
    this.#max = max;
  }

  add(stream: string, append: Promise<AppendResult>, onRecorded: (result: AppendResult) => void): void {
    this.#count += 1;
    const settled = append
      .then(onRecorded, (error: unknown) => void this.#failures.push(error))
      .then(() => {
        this.#count -= 1;
        if (this.#byStream.get(stream) === settled) this.#byStream.delete(stream);
        const { resolve } = this.#settled;
        this.#settled = Promise.withResolvers();
        resolve();
      });
    this.#byStream.set(stream, settled);
  }

  /** Resolves when another append may be made. @param stream whose appends it waits for. @throws if an append failed */
  async whenFree(stream: string | undefined): Promise<void> {
    if (stream !== undefined) await this.#byStream.get(stream);
    while (this.#count >= this.#max) await this.#settled.promise;
    this.#assertNoFailure();
  }

  async whenEmpty(): Promise<void> {
    while (this.#count > 0) await this.#settled.promise;
    this.#assertNoFailure();
  }

  #assertNoFailure(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}
