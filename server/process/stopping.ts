import { type Logger, silentLogger } from '../core/logger.ts';

/** Ctrl-C must end the process within 5 s, even if a part hangs. */
const stopTimeoutMs = 4_500;

interface Part {
  readonly name: string;
  readonly stop: () => Promise<unknown>;
}

type Stoppable = { stop(): Promise<unknown> } | { close(): Promise<unknown> };

/** What the program ends by: `process`, or what stands for it in a test. */
export interface Program {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** The start was interrupted because the program stops. */
export class Stopped extends Error {
  constructor() {
    super('Potluck stops');
    this.name = 'Stopped';
  }
}

export interface Stopping {
  /** Aborts as soon as stopping begins: later failures are its consequence. */
  readonly signal: AbortSignal;
  /**
   * Runs a start-up step. Run every step through this or `open`, so that none runs once the program stops.
   * @throws Stopped before the step, or after it if stopping has begun meanwhile
   */
  runStep<T>(step: () => T | Promise<T>): Promise<T>;
  /** Runs a step that opens a part, which is stopped or closed later. Parts are stopped in reverse order. @throws Stopped */
  open<Opened extends Stoppable>(name: string, open: () => Opened | Promise<Opened>): Promise<Opened>;
  /** Adds a running part. @throws Stopped */
  push(name: string, stop: () => Promise<unknown>): void;
  /** Sets the logger, which receives why the program stops, and that it has stopped. */
  setLogger(logger: Pick<Logger, 'info'>): void;
  /** Stops the parts one by one and exits with this code. `why`: a signal or a description. */
  stop(exitCode: number, why: string): Promise<void>;
}

/**
 * Stops the program in order on a signal.
 * @param reportProblem receives one line for each part that did not stop cleanly
 */
export function stopInOrder(reportProblem: (line: string) => void, program: Program = process): Stopping {
  const parts: Part[] = [];
  const stopping = new AbortController();
  let logger: Pick<Logger, 'info'> = silentLogger;

  const assertRunning = () => {
    if (stopping.signal.aborted) throw new Stopped();
  };
  const stopPart = (part: Part) =>
    part.stop().catch((error: unknown) => {
      reportProblem(`${part.name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
    });

  const stop = async (exitCode: number, why: string) => {
    // Ctrl-C reaches npm and this process, so the signal may arrive twice.
    if (stopping.signal.aborted) return;
    stopping.abort();
    const startedAt = performance.now();
    logger.info({ why }, 'Potluck stops');
    let current = '';
    const timer = setTimeout(() => {
      reportProblem(`Potluck exits before it has stopped: after ${stopTimeoutMs} ms it still waits for ${current}`);
      program.exit(1);
    }, stopTimeoutMs).unref();
    for (const part of parts.reverse()) {
      current = part.name;
      await stopPart(part);
    }
    logger.info({ ms: Math.round(performance.now() - startedAt) }, 'Potluck has stopped');
    clearTimeout(timer);
    program.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) program.on(signal, () => void stop(0, signal));

  return {
    signal: stopping.signal,
    setLogger: (newLogger) => {
      logger = newLogger;
    },
    push: (name, stopPushed) => {
      assertRunning();
      parts.push({ name, stop: stopPushed });
    },
    runStep: async (step) => {
      assertRunning();
      const result = await step();
      assertRunning();
      return result;
    },
    open: async (name, open) => {
      assertRunning();
      const opened = await open();
      const part = { name, stop: () => stopOpened(opened) };
      if (stopping.signal.aborted) await stopPart(part);
      assertRunning();
      parts.push(part);
      return opened;
    },
    stop,
  };
}

const stopOpened = (opened: Stoppable): Promise<unknown> => ('stop' in opened ? opened.stop() : opened.close());
