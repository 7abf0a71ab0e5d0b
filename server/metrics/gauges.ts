import { Gauge, type Registry } from 'prom-client';
import type { ProjectionReports } from '../../projections/status/projection-reports.ts';
import type { Health } from '../core/contracts/health.ts';
import { withTimeout } from '../core/timing/with-timeout.ts';

/** Where the figures come from that are read when they are asked for: the same as in `/health/ready` and the overview. */
export interface GaugeSources {
  readonly health: () => Promise<Health>;
  readonly reports: Pick<ProjectionReports, 'read'>;
  readonly seals: { sealedAt(): Promise<Date | undefined> };
  readonly live: { readonly connections: number; readonly rooms: number };
  readonly limits: { readonly isShared: boolean | undefined };
}

/** Prometheus gives up after 10 s by default. */
const timeoutMs = 3_000;
/** Where to stop counting the events that a projection has still to fold: reading these takes some ms. */
const maxCounted = 1_000;

/**
 * Creates the gauges.
 * @returns reads all of them; never rejects: those that cannot be read in time are missing
 */
export function createGauges(
  registry: Registry,
  { health, reports, seals, live, limits }: GaugeSources,
): () => Promise<void> {
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  const sockets = gauge('potluck_live_sockets', 'Open live connections of browsers');
  const rooms = gauge('potluck_live_rooms', 'Private rooms with a member: users, households, lists, plans');
  const ready = gauge('potluck_part_ready', 'Whether a part of the process is ready, as in /health/ready', 'part');
  const state = gauge('potluck_projection_state', '1 for the state of a projection', 'projection', 'state');
  const lagEvents = gauge(
    'potluck_projection_lag_events',
    `Events that a projection has still to fold; counting stops after some ${maxCounted}`,
    'projection',
  );
  const lagSeconds = gauge(
    'potluck_projection_lag_seconds',
    'Time from the first event that a projection has still to fold to the end of the log',
    'projection',
  );
  const seal = gauge(
    'potluck_last_seal_timestamp_seconds',
    'When the log was last sealed, as Unix time; 0: never, or not known',
  );
  const shared =
    limits.isShared === undefined
      ? undefined
      : gauge('potluck_limits_shared', 'Whether limits are counted together with the other nodes');

  const groups = [
    group([ready], health, ({ parts }) => {
      for (const { name, ready: isReady } of parts) ready.set({ part: name }, isReady ? 1 : 0);
    }),
    group(
      [state, lagEvents, lagSeconds],
      () => reports.read(maxCounted),
      (read) => {
        for (const { name: projection, ...report } of read) {
          state.set({ projection, state: report.state }, 1);
          lagEvents.set({ projection }, report.lagEvents);
          lagSeconds.set({ projection }, report.lagSeconds);
        }
      },
    ),
    group(
      [seal],
      () => seals.sealedAt(),
      (at) => {
        if (at) seal.set(at.getTime() / 1000);
      },
    ),
  ];
  return async () => {
    sockets.set(live.connections);
    rooms.set(live.rooms);
    shared?.set(limits.isShared ? 1 : 0);
    await Promise.all(groups.map((read) => read()));
  };
}

/** Reads gauges that come from one source. A read that takes too long is waited for again, and not repeated. */
function group<T>(
  gauges: readonly { reset(): void }[],
  read: () => Promise<T>,
  set: (value: T) => void,
): () => Promise<void> {
  let reading: Promise<T> | undefined;
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const value = await withTimeout(reading, timeoutMs).catch(() => undefined);
    for (const gauge of gauges) gauge.reset();
    if (value !== undefined) set(value);
  };
}
