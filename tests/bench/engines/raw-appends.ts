/**
 * The limit of EventStoreDB: appends of one event each by the client alone, as the log's adapter makes them. A separate
 * process: `raw-appends.ts <connection string>`. For each line `<at once> <appends>`, it prints a `RawAppends`.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { type AppendResult, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { newId } from '../../../server/commands/ids.ts';
import { parseConnectionString } from '../../../server/event-log/eventstoredb/connection-string.ts';
import { quantiles } from '../figure.ts';

export interface RawAppends {
  readonly perSecond: number;
  /** Of one append, in ms. */
  readonly p50: number;
  /** Processor time of this process for one append, in ms. */
  readonly cpuMs: number;
}

const connectionString = process.argv[2] ?? '';
const client = EventStoreDBClient.connectionString(connectionString);
const { credentials } = parseConnectionString(connectionString);

const data = { items: [{ id: randomUUID(), name: 'Tomatoes', amount: '500', unit: 'g', order: 1 }] };
const metadata = () => ({
  actor: 'aBcDeFgHiJkLmNoPqRsTuVwXyZ12',
  commandId: randomUUID(),
  correlationId: `${randomUUID()}-1`,
  at: new Date().toISOString(),
  schema: 1,
  request: { key: '0123456789012345678901', fingerprint: '0123456789012345678901' },
});

async function run(atOnce: number, appends: number): Promise<RawAppends> {
  const latencies: number[] = [];
  let begun = 0;
  const appendInTurn = async () => {
    const stream = `benchmark-${randomUUID()}`;
    let expectedRevision: bigint | 'no_stream' = 'no_stream';
    while (begun++ < appends) {
      const startedAt = performance.now();
      const event = jsonEvent({ id: newId(), type: 'GroceryItemsAdded', data, metadata: metadata() });
      const settings = { credentials, requiresLeader: true, deadline: 5_000 };
      const appended: AppendResult = await client.appendToStream(stream, event, { ...settings, expectedRevision });
      expectedRevision = appended.nextExpectedRevision;
      latencies.push(performance.now() - startedAt);
    }
  };
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, appendInTurn));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: appends / seconds, p50: quantiles(latencies).p50, cpuMs: (user + system) / 1000 / appends };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [atOnce = 1, appends = 100] = line.split(' ').map(Number);
  process.stdout.write(`${JSON.stringify(await run(atOnce, appends))}\n`);
}
process.exit();
