import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { presentEvent } from '../../../audit/presenters.ts';
import { type TailFrame, tailCloseCodes } from '../../../core/contracts/tail.ts';
import type { EventFilter, ReadableLog, RecordedEvent } from '../../../core/event-log.ts';

/** The part of a WebSocket that a tail uses. */
export interface TailSocket {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  /** Calls back when the frame has left the process, or cannot be sent. */
  send(text: string, sent: (error?: Error | null) => void): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export interface TailLimits {
  /** Frames that may wait for the reader. */
  readonly maxFrames: number;
  readonly maxBytes: number;
  /** How long a reader that catches up may take no frame. */
  readonly maxStallMs: number;
  /** Between pings, and between frames that only say the position. A reader without a pong until the next one is gone. */
  readonly pingMs: number;
  /** How long a reader may take for the last frames. */
  readonly closeMs: number;
}

const tailLimits: TailLimits = {
  maxFrames: 1_000,
  maxBytes: 16 * 1024 * 1024,
  maxStallMs: 30_000,
  pingMs: 15_000,
  closeMs: 2_000,
};

export interface TailOptions {
  readonly log: Pick<ReadableLog, 'subscribe'>;
  readonly socket: TailSocket;
  /** Begin behind this position. Undefined: at the beginning. */
  readonly after: bigint | undefined;
  readonly filter: EventFilter;
  readonly matches: (event: RecordedEvent) => boolean;
  /** Events after this time cannot match. */
  readonly until: Date | undefined;
  /** Called before events are sent. */
  readonly onShown: (events: readonly RecordedEvent[]) => Promise<void>;
  /** Called when the log cannot be read or the access cannot be recorded; the tail then ends. */
  readonly onFailure: (error: unknown) => void;
  readonly limits?: Partial<TailLimits>;
}

type Reason = keyof typeof tailCloseCodes;

/** Events between two turns of the event loop, in which the socket sends them. */
const sliceEvents = 50;

/**
 * Sends the events of the log to one reader. While the reader catches up with the log, reading waits for the reader; from
 * then on, frames wait, and a reader that falls `maxFrames` behind is closed with the position from which to resume.
 */
export class Tail {
  readonly #options: TailOptions;
  readonly #limits: TailLimits;
  readonly #stop = new AbortController();
  readonly #pinging: NodeJS.Timeout;
  #waiting = 0;
  #isLive = false;
  #isAnswered = true;
  /** All matching events up to here were handed to the socket. */
  #position: bigint | undefined;
  #shownPosition: bigint | undefined;

  constructor(options: TailOptions) {
    this.#options = options;
    this.#limits = { ...tailLimits, ...options.limits };
    this.#position = options.after;
    this.#shownPosition = options.after;
    this.#pinging = setInterval(() => this.#ping(), this.#limits.pingMs);
  }

  get isEnded(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Resolves when the tail has ended. */
  async run(): Promise<void> {
    const { log, after, filter, until } = this.#options;
    const { signal } = this.#stop;
    try {
      for await (const batch of log.subscribe({ filter, signal, ...(after !== undefined && { after }) })) {
        await this.#send(batch.events);
        if (this.isEnded) return;
        this.#position = batch.position;
        if (!batch.caughtUp) continue;
        if (until && until.getTime() < Date.now()) return this.end('until');
        if (!this.#isLive) this.#sendPosition();
        this.#isLive = true;
      }
    } catch (error) {
      this.#options.onFailure(error);
      this.end('unavailable');
    }
  }

  /** The client has responded to the last ping. */
  pong(): void {
    this.#isAnswered = true;
  }

  /** Sends the last frame and closes the connection. */
  end(reason: Reason): void {
    if (this.isEnded) return;
    const after = this.#position?.toString() ?? null;
    this.#sendFrame({ kind: 'end', reason, after });
    this.closed();
    const { socket } = this.#options;
    socket.close(tailCloseCodes[reason], `${reason}: resume after ${after ?? 'the beginning'}`);
    setTimeout(() => socket.terminate(), this.#limits.closeMs).unref();
  }

  /** The connection is closed. */
  closed(): void {
    clearInterval(this.#pinging);
    this.#stop.abort();
  }

  async #send(events: readonly RecordedEvent[]): Promise<void> {
    const matching = events.filter(this.#options.matches);
    for (let from = 0; from < matching.length; from += sliceEvents) {
      const slice = matching.slice(from, from + sliceEvents);
      await this.#options.onShown(slice);
      for (const event of slice) {
        if (this.#isBehind() && !(await this.#waitForReader())) return this.end('too-slow');
        if (this.isEnded) return;
        this.#sendFrame({ kind: 'event', event: presentEvent(event) });
        this.#position = event.position;
        this.#shownPosition = event.position;
      }
      await setImmediate();
    }
  }

  #isBehind(): boolean {
    return this.#waiting >= this.#limits.maxFrames || this.#options.socket.bufferedAmount >= this.#limits.maxBytes;
  }

  /** @returns whether there is space for a frame */
  async #waitForReader(): Promise<boolean> {
    await setImmediate();
    let waiting = this.#waiting;
    let stalledAt = performance.now();
    while (!this.#isLive && this.#isBehind() && !this.isEnded) {
      if (this.#waiting < waiting) stalledAt = performance.now();
      waiting = this.#waiting;
      if (performance.now() - stalledAt > this.#limits.maxStallMs) return false;
      await sleep(10);
    }
    return !this.#isBehind();
  }

  #ping(): void {
    if (!this.#isAnswered) {
      this.closed();
      this.#options.socket.terminate();
      return;
    }
    this.#isAnswered = false;
    this.#options.socket.ping();
    if (this.#isLive) this.#sendPosition();
  }

  /** So that a reader whose filter nothing matches need not begin again from where it was. */
  #sendPosition(): void {
    if (this.#position === undefined || this.#position === this.#shownPosition) return;
    this.#shownPosition = this.#position;
    this.#sendFrame({ kind: 'position', position: this.#position.toString() });
  }

  #sendFrame(frame: TailFrame): void {
    this.#waiting += 1;
    this.#options.socket.send(JSON.stringify(frame), () => {
      this.#waiting -= 1;
    });
  }
}
