import type { onRequestHookHandler } from 'fastify';
import type { PublishedSeals } from '../../../audit/seals/seal-folder.ts';
import type { Overview } from '../../../core/contracts/overview.ts';
import type { ReadableLog } from '../../../core/event-log.ts';
import type { Routes } from '../../requests/typed.ts';
import type { CheckedHealth } from '../service/health.ts';
import { readOverview } from './operations.ts';
import type { Samples } from './samples.ts';

export interface OverviewDeps {
  readonly log: Pick<ReadableLog, 'head'>;
  readonly health: CheckedHealth;
  readonly seals: PublishedSeals;
  readonly samples: Samples;
  /** Lets only operators pass. */
  readonly onRequest: onRequestHookHandler[];
}

export function overviewRoute(app: Routes, { log, health, seals, samples, onRequest }: OverviewDeps): void {
  app.get('/audit/overview', { schema: readOverview, onRequest }, async (request) => {
    // The log may be what fails, which the parts say.
    const head = await log.head().catch(() => undefined);
    const [{ status, parts }, lastSeal] = await Promise.all([health(request.log), lastSealOf(seals)]);
    return {
      at: new Date().toISOString(),
      startedAt: samples.startedAt.toISOString(),
      status,
      parts,
      head: head?.toString() ?? null,
      sockets: samples.connections,
      failures: samples.failures,
      lastSeal,
      sampleIntervalMs: samples.intervalMs,
      samples: samples.columns(),
    } satisfies Overview;
  });
}

async function lastSealOf(seals: PublishedSeals): Promise<Overview['lastSeal']> {
  const [checkpoint, at] = await Promise.all([seals.checkpoint(), seals.sealedAt()]);
  return checkpoint && at ? { size: checkpoint.size, at: at.toISOString() } : null;
}
