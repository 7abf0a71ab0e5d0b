/** Events and streams for the contract, all unique, so that runs and suites can share a log. */
import { randomUUID } from 'node:crypto';
import type { EventLog, JsonObject, NewEvent, RecordedEvent } from '../../../server/core/event-log.ts';

export const newStream = (): string => `contract-${randomUUID()}`;

export const newEvent = (data: JsonObject = {}, type = 'ContractChecked'): NewEvent => {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type,
    data,
    meta: {
      actor: 'somebody',
      commandId,
      correlationId: commandId,
      at: '2026-01-02T03:04:05.678Z',
      schema: 1,
    },
  };
};

export const newEvents = (count: number, type?: string): NewEvent[] =>
  Array.from({ length: count }, (_, n) => newEvent({ n }, type));

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

/** `after` for reads and subscriptions from the log's current end; empty for an empty log. */
export const fromNow = async (log: EventLog): Promise<{ after?: bigint }> => {
  const head = await log.head();
  return head === undefined ? {} : { after: head };
};

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map((event) => event.id);
export const revisions = (events: readonly RecordedEvent[]): bigint[] => events.map((event) => event.revision);

/** 0n … count - 1n */
export const upTo = (count: number): bigint[] => Array.from({ length: count }, (_, n) => BigInt(n));

export const isAscending = (positions: readonly bigint[]): boolean =>
  positions.every((position, n) => n === 0 || position > (positions[n - 1] ?? position));
