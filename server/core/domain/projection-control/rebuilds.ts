import type { EventWithMetadata } from '../event-with-metadata.ts';
import type { RebuildEvent } from './events.ts';
import { projectionControlRefusals } from './refusals.ts';

export type RebuildCommand =
  /** @param generation a new id */
  | { type: 'RequestRebuild'; version: number; generation: string }
  | { type: 'CancelRebuild'; version: number }
  | { type: 'CompleteRebuild'; version: number; generation: string }
  | { type: 'FailRebuild'; version: number; generation: string; position: string; error: string };

/** A rebuild of one version of a projection. */
export interface Rebuild {
  readonly version: number;
  readonly generation: string;
  readonly state: 'running' | 'completed' | 'failed' | 'cancelled';
  /** Who requested it. */
  readonly by: string;
  /** When it was requested. */
  readonly at: string;
  /** Position of the event that could not be folded, and the message. */
  readonly failure?: { readonly position: string; readonly error: string };
}

const maxErrorLength = 500;

export const lastRebuild = (rebuilds: readonly Rebuild[], version: number): Rebuild | undefined =>
  rebuilds.findLast((rebuild) => rebuild.version === version);

/** The generation that readers have been switched to; undefined for the first one. */
export const completedGeneration = (rebuilds: readonly Rebuild[], version: number): string | undefined =>
  rebuilds.findLast((rebuild) => rebuild.version === version && rebuild.state === 'completed')?.generation;

/** @param isSkipped whether an operator has skipped the event at a position meanwhile */
export function decideRebuild(
  command: RebuildCommand,
  rebuilds: readonly Rebuild[],
  isSkipped: (position: string) => boolean,
): RebuildEvent[] {
  const { version } = command;
  const last = lastRebuild(rebuilds, version);
  const isLast = 'generation' in command && last?.generation === command.generation;
  switch (command.type) {
    case 'RequestRebuild':
      if (last?.state === 'running') throw projectionControlRefusals.alreadyRebuilding(last);
      return [{ type: 'RebuildRequested', data: { version, generation: command.generation } }];
    case 'CancelRebuild':
      if (last?.state !== 'running' && last?.state !== 'failed') throw projectionControlRefusals.notRebuilding();
      return [{ type: 'RebuildCancelled', data: { version, generation: last.generation } }];
    case 'CompleteRebuild':
      // Every node reports it. Readers may have been switched just before it was cancelled.
      if (!isLast || (last.state !== 'running' && last.state !== 'cancelled')) return [];
      return [{ type: 'RebuildCompleted', data: { version, generation: last.generation } }];
    case 'FailRebuild': {
      if (!isLast || last.state !== 'running' || isSkipped(command.position)) return [];
      const { generation, position } = command;
      const error = command.error.slice(0, maxErrorLength);
      return [{ type: 'RebuildFailed', data: { version, generation, position, error } }];
    }
  }
}

export function evolveRebuilds(rebuilds: readonly Rebuild[], event: EventWithMetadata<RebuildEvent>): Rebuild[] {
  const { version, generation } = event.data;
  if (event.type === 'RebuildRequested') {
    return [...rebuilds, { version, generation, state: 'running', by: event.meta.actor, at: event.meta.at }];
  }
  return rebuilds.map((rebuild) => (rebuild.generation === generation ? ended(rebuild, event) : rebuild));
}

function ended(rebuild: Rebuild, event: Exclude<RebuildEvent, { type: 'RebuildRequested' }>): Rebuild {
  switch (event.type) {
    case 'RebuildCompleted':
      return { ...rebuild, state: 'completed' };
    case 'RebuildFailed':
      return { ...rebuild, state: 'failed', failure: { position: event.data.position, error: event.data.error } };
    case 'RebuildCancelled':
      return { ...rebuild, state: 'cancelled' };
  }
}
