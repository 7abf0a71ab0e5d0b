/** The contract on EventStoreDB: always on the in-memory server, and on a real server when one is available. */
import { GenericContainer, Wait } from 'testcontainers';
import { vi } from 'vitest';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { describeWith, requirement } from '../support/requirements.ts';
import type { EventLogCapabilities, OpenedLog } from './event-log/log-under-test.ts';
import { eventLogContract } from './event-log.ts';

/**
 * EventStoreDB looks for an event's id only at the revision of the append (with `any`: in that stream, for a limited
 * time) and then returns the first result. It accepts the same id in another stream or at a later revision.
 */
const capabilities: EventLogCapabilities = { refusesDuplicateIds: false };

const image = 'eventstore/eventstore:23.10.1-bookworm-slim';

// Client and server share this process: with many subscribers, a slow machine needs more than the default time-out.
vi.setConfig({ testTimeout: 120_000 });

const openAt = async (connectionString: string, stopServer: () => Promise<unknown>): Promise<OpenedLog> => {
  const log = await openEventStoreDb({ connectionString, timing: { callMs: 20_000, openMs: 20_000 } });
  return {
    log,
    close: async () => {
      await log.close();
      await stopServer();
    },
  };
};

const openInMemory = async (): Promise<OpenedLog> => {
  const server = await FakeEventStoreDb.start();
  return openAt(server.connectionString, async () => server.stop());
};

const openInContainer = async (): Promise<OpenedLog> => {
  const container = await new GenericContainer(image)
    .withCommand(['--insecure', '--mem-db'])
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  const connectionString = `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`;
  return openAt(connectionString, () => container.stop());
};

eventLogContract('EventStoreDB, in-memory server', openInMemory, capabilities);

const url = process.env.EVENTSTORE_URL;
if (url) {
  eventLogContract('EventStoreDB at EVENTSTORE_URL', () => openAt(url, async () => {}), capabilities);
} else {
  const docker = requirement('docker');
  const needs = { ...docker, reason: docker.reason && `${docker.reason}, or set EVENTSTORE_URL` };
  describeWith(needs, 'event log on a real EventStoreDB', () => {
    eventLogContract(`EventStoreDB in a container (${image})`, openInContainer, capabilities);
  });
}
