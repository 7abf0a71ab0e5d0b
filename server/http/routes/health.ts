import type { FastifyInstance } from 'fastify';

/** A part of the program that must work before requests make sense. */
export interface Check {
  readonly name: string;
  /** Whether it is ready, and what an operator wants to see of it. @throws when it cannot be reached */
  run(): Promise<Readiness> | Readiness;
}

export interface Readiness {
  readonly ready: boolean;
  readonly detail?: unknown;
}

/** `/health/live`: the process answers. `/health/ready`: so does all that it needs, part by part. */
export function healthRoutes(app: FastifyInstance, checks: readonly Check[]): void {
  app.get('/health/live', async () => ({ status: 'live' }));

  app.get('/health/ready', async (_request, reply) => {
    const parts = await Promise.all(checks.map(async ({ name, run }) => ({ name, ...(await outcome(run)) })));
    const ready = parts.every((part) => part.ready);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts });
  });
}

async function outcome(run: Check['run']): Promise<Readiness> {
  try {
    return await run();
  } catch (error) {
    return { ready: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
