import type { ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import type { ProjectionStatus } from '../../projections/runner/projection-status.ts';
import type { EventLog } from '../core/event-log.ts';
import { withTimeout } from '../core/timing/with-timeout.ts';
import type { Check } from '../http/features/service/health.ts';
import type { Identity } from '../identity/identity.ts';
import type { LiveGateway } from '../live/gateway.ts';
import type { ReadBuilds } from './builds.ts';

const timeoutMs = 2_000;

/** The checks of `/health/ready`. Projections and live updates exist only once the application is built. */
export function readinessChecks(parts: {
  log: Pick<EventLog, 'head' | 'writeFailure'>;
  store: Pick<ReadModelStore, 'ping'>;
  builds: ReadBuilds;
  /** Undefined if no role verifies tokens. */
  identity: Pick<Identity, 'ready'> | undefined;
  projections: () => readonly ProjectionStatus[];
  live: () => Pick<LiveGateway, 'check' | 'connections'>;
  isStarted: () => boolean;
}): Check[] {
  const { identity } = parts;
  return [
    {
      name: 'event log',
      run: async () => {
        const failure = parts.log.writeFailure();
        if (failure) return { ready: false, reason: failure.code };
        const head = await withTimeout(parts.log.head(), timeoutMs);
        return { ready: true, detail: { head: head?.toString() ?? null } };
      },
    },
    {
      name: 'read models',
      run: async () => {
        await withTimeout(parts.store.ping(), timeoutMs);
        const { building, stale } = await parts.builds();
        const detail = { ...(building.length > 0 && { building }), ...(stale.length > 0 && { stale }) };
        const ready = building.length === 0;
        return ready && stale.length === 0 ? { ready } : { ready, detail };
      },
    },
    ...(identity ? [identityCheck(identity)] : []),
    {
      name: 'projections',
      run: () => {
        const projections = parts.projections();
        // An operator who pauses a projection does not take the nodes out of service.
        const ready = projections.every(({ state }) => state === 'live' || state === 'standby' || state === 'paused');
        return { ready, detail: projections.map(presentStatus) };
      },
    },
    {
      name: 'live updates',
      run: async () => {
        const live = parts.live();
        await withTimeout(live.check(), timeoutMs);
        return { ready: true, detail: { connections: live.connections } };
      },
    },
    { name: 'start', run: () => ({ ready: parts.isStarted() }) },
  ];
}

const identityCheck = (identity: Pick<Identity, 'ready'>): Check => ({
  name: 'identity',
  run: async () => {
    await withTimeout(identity.ready(), timeoutMs);
    return { ready: true };
  },
});

/** Omits the error's message, which is in the program's log. */
const presentStatus = ({ lastError, ...status }: ProjectionStatus) => ({
  ...status,
  ...(lastError && {
    lastError: {
      reason: lastError.position === undefined ? 'INTERRUPTED' : 'EVENT_NOT_FOLDED',
      at: lastError.at,
      position: lastError.position,
    },
  }),
});
