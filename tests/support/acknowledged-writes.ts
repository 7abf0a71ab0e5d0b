import { derivedId } from '../../server/commands/ids.ts';
import type { RecordedEvent } from '../../server/core/event-log.ts';
import type { Write } from './writing.ts';

export const commandIdOf = ({ user, method, path, key }: Write): string =>
  derivedId('command', user, method, path, key);

/** The changes that a server has acknowledged: each must be in the log exactly once. */
export class AcknowledgedWrites {
  readonly #writes = new Map<string, Write>();

  get count(): number {
    return this.#writes.size;
  }

  add(write: Write): void {
    this.#writes.set(commandIdOf(write), write);
  }

  /** Compares the log with the changes: expects one event for each, and no others. Ignores automatic profiles. */
  differences(events: readonly RecordedEvent[]): string[] {
    const differences: string[] = [];
    const missing = new Map(this.#writes);
    for (const { type, meta, position } of events) {
      const write = missing.get(meta.commandId);
      if (type === 'ProfileCreated' && meta.commandId === derivedId('ensure-profile', meta.actor)) continue;
      if (!write) differences.push(`The ${type} at ${position} is of no change, or a duplicate`);
      else if (!write.events.includes(type)) differences.push(`The ${type} at ${position} is of the wrong type`);
      missing.delete(meta.commandId);
    }
    for (const { method, path } of missing.values()) differences.push(`${method} ${path} was acknowledged and is lost`);
    return differences;
  }
}
