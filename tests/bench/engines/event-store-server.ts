/**
 * An EventStoreDB in memory with a simulated history, as a separate process: `event-store-server.ts <events>` prints its
 * connection string.
 */
import { simulatedHistory } from '../../../server/simulation/simulated-history.ts';
import { FakeEventStoreDb } from '../../support/eventstoredb-server/server.ts';
import { seedEventStore } from '../../support/seeded-event-store.ts';

const events = Number(process.argv[2]);
const server = await FakeEventStoreDb.start();
seedEventStore(server, simulatedHistory({ events, seed: 15, until: new Date('2026-11-01T00:00:00.000Z') }), events);
process.stdout.write(`${server.connectionString}\n`);
process.stdin.resume().on('end', () => process.exit());
