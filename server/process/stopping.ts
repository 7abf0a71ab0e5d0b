/** Ctrl-C must be answered within 5 s, whatever hangs. */
const patienceMs = 4_500;

interface Part {
  readonly name: string;
  readonly stop: () => Promise<unknown>;
}

interface Logger {
  info(details: object, message: string): void;
}

/** The start is cut short, because the program stops. */
export class Stopped extends Error {
  constructor() {
    super('Potluck stops');
    this.name = 'Stopped';
  }
}

export interface Stopping {
  /** Aborts in the first moment: what fails from then on is a consequence. */
  readonly signal: AbortSignal;
  /**
   * Takes a step of the start, such as to open a part, which `stop` stops: the last part that was opened is stopped first.
   * Each step of a start is taken by this, so that none is taken once the program stops.
   * @throws Stopped before the step, or after it when the program has begun to stop meanwhile
   */
  begin<T>(name: string, start: () => T | Promise<T>, stop?: (part: T) => Promise<unknown>): Promise<T>;
  /** Adds a part that runs already. @throws Stopped */
  push(name: string, stop: () => Promise<unknown>): void;
  /** From now on it is logged why the program stops, and that it has. */
  logTo(logger: Logger): void;
  /** Stops the parts one after the other and ends the process with this exit code. `why`: a signal, or in words */
  stop(exitCode: number, why: string): Promise<void>;
}

/**
 * Stops the program in order when it is asked to end.
 * @param complain told, in one line each, of parts that did not stop cleanly
 */
export function stopInOrder(complain: (line: string) => void): Stopping {
  const parts: Part[] = [];
  const stopping = new AbortController();
  let logger: Logger = { info: () => {} };

  const stopPart = (part: Part) =>
    part.stop().catch((error: unknown) => {
      complain(`${part.name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
    });

  const stop = async (exitCode: number, why: string) => {
    // Ctrl-C reaches npm and this process alike, so the signal may come twice.
    if (stopping.signal.aborted) return;
    stopping.abort();
    const began = performance.now();
    logger.info({ why }, 'Potluck stops');
    let current = '';
    setTimeout(() => {
      complain(`Potluck ends without having stopped in order: waited ${patienceMs} ms, at last for ${current}`);
      process.exit(1);
    }, patienceMs).unref();
    for (const part of parts.reverse()) {
      current = part.name;
      await stopPart(part);
    }
    logger.info({ ms: Math.round(performance.now() - began) }, 'Potluck has stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0, signal));

  return {
    signal: stopping.signal,
    logTo: (given) => {
      logger = given;
    },
    push: (name, stopIt) => {
      if (stopping.signal.aborted) throw new Stopped();
      parts.push({ name, stop: stopIt });
    },
    begin: async (name, start, stopIt) => {
      if (stopping.signal.aborted) throw new Stopped();
      const begun = await start();
      const part: Part | undefined = stopIt && { name, stop: () => stopIt(begun) };
      if (stopping.signal.aborted) {
        if (part) await stopPart(part);
        throw new Stopped();
      }
      if (part) parts.push(part);
      return begun;
    },
    stop,
  };
}
