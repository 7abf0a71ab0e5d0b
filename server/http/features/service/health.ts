import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Health, Liveness, NotReadyReason } from '../../../core/contracts/health.ts';
import { TimedOut } from '../../../core/timing/with-timeout.ts';
import { readLiveness, readReadiness } from './operations.ts';

/** A part of the program that must work before the process can serve requests. */
export interface Check {
  readonly name: string;
  /** Whether the part is ready, with details for an operator. @throws when the part cannot be reached */
  run(): Promise<Readiness> | Readiness;
}

/** Public: states and numbers, never the text of an error. */
export interface Readiness {
  readonly ready: boolean;
  readonly detail?: unknown;
  readonly reason?: NotReadyReason;
}

/** The outcome of all checks. */
export type CheckedHealth = (log: Pick<FastifyBaseLogger, 'warn'>) => Promise<Health>;

export function checkedHealth(checks: readonly Check[]): CheckedHealth {
  const failing = new Set<string>();
  return async (log) => {
    const parts = await Promise.all(
      checks.map(async (check) => ({ name: check.name, ...(await outcome(check, failing, log)) })),
    );
    return { status: parts.every((part) => part.ready) ? 'ready' : 'not ready', parts };
  };
}

/** `/health/live`: the process responds. `/health/ready`: all its parts work, listed one by one. */
export function healthRoutes(app: FastifyInstance, health: CheckedHealth): void {
  app.get('/health/live', { schema: readLiveness }, async () => ({ status: 'live' }) satisfies Liveness);

  app.get('/health/ready', { schema: readReadiness }, async (request, reply) => {
    const checked = await health(request.log);
    return reply.code(checked.status === 'ready' ? 200 : 503).send(checked satisfies Health);
  });
}

/** @param failing parts whose error is in the log: it is logged once, not with each request */
async function outcome(
  { name, run }: Check,
  failing: Set<string>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Readiness> {
  try {
    const readiness = await run();
    failing.delete(name);
    return readiness;
  } catch (error) {
    if (error instanceof TimedOut) return { ready: false, reason: 'NO_ANSWER' };
    if (!failing.has(name)) log.warn({ err: error, part: name }, 'A part is not ready');
    failing.add(name);
    return { ready: false, reason: 'UNAVAILABLE' };
  }
}
