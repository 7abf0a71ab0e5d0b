/** Ctrl-C must be answered within 5 s, whatever hangs. */
const patienceMs = 4_500;

interface Logger {
  info(details: object, message: string): void;
}

export interface Stopping {
  /** True from the first moment on: what fails from then on is no news. */
  readonly underWay: boolean;
  /** Adds a part to stop; the last one added is stopped first. */
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
  const parts: { name: string; stop: () => Promise<unknown> }[] = [];
  let underWay = false;
  let logger: Logger = { info: () => {} };

  const stop = async (exitCode: number, why: string) => {
    // Ctrl-C reaches npm and this process alike, so the signal may come twice.
    if (underWay) return;
    underWay = true;
    const began = performance.now();
    logger.info({ why }, 'Potluck stops');
    let current = '';
    setTimeout(() => {
      complain(`Potluck ends without having stopped in order: waited ${patienceMs} ms, at last for ${current}`);
      process.exit(1);
    }, patienceMs).unref();
    for (const part of parts.reverse()) {
      current = part.name;
      await part.stop().catch((error: unknown) => {
        complain(`${part.name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    logger.info({ ms: Math.round(performance.now() - began) }, 'Potluck has stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0, signal));

  return {
    get underWay() {
      return underWay;
    },
    logTo: (given) => {
      logger = given;
    },
    push: (name, stopPart) => parts.push({ name, stop: stopPart }),
    stop,
  };
}
