/** docker-compose.yml, as far as it can be checked where no Docker is. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processesOf, readCompose } from '../support/compose.ts';

const compose = readCompose({});
const services = Object.entries(compose.services);
const namesOf = (some: typeof services) => some.map(([name]) => name);

test('runs two nodes and two workers, which wait for EventStoreDB and Redis', () => {
  const processes = processesOf(compose);
  expect(processes.map(([, { command }]) => command?.join(' '))).toEqual([
    '--services=api,live',
    '--services=api,live',
    '--services=projections',
    '--services=projections',
  ]);
  const healthy = { condition: 'service_healthy' };
  for (const [, { depends_on: needed }] of processes) expect(needed).toEqual({ eventstore: healthy, redis: healthy });
});

test.each(services)('%s restarts by itself, is checked, and has limits', (name, service) => {
  const endsByItself = name === 'setup';
  expect(service.restart).toBe(endsByItself ? 'no' : 'unless-stopped');
  const { disable = false, test: command } = service.healthcheck;
  expect(disable).toBe(endsByItself);
  // The image of Potluck has its own check.
  expect(command !== undefined || service.build !== undefined).toBe(true);
  expect(Object.keys(service.deploy.resources.limits)).toEqual(['cpus', 'memory', 'pids']);
});

test.each(services)('%s uses networks, volumes and files that exist', (_, { networks = [], volumes = [] }) => {
  for (const network of networks) expect(compose.networks).toHaveProperty([network]);
  for (const volume of volumes) {
    const [source = ''] = volume.split(':');
    if (source.startsWith('.')) expect(existsSync(source), source).toBe(true);
    else expect(compose.volumes).toHaveProperty([source]);
  }
});

test('publishes ports on loopback; PUBLIC_ADDRESS changes only that with TLS', () => {
  const portsFor = (settings: Record<string, string>) =>
    Object.values(readCompose(settings).services).flatMap(({ ports = [] }) => ports);
  expect(portsFor({}).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  expect(portsFor({ PUBLIC_ADDRESS: '192.0.2.7' }).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([
    '192.0.2.7:443:443',
    '192.0.2.7:443:443/udp',
  ]);
});

test('starts servers without passwords only in the profile dev, and on networks of their own', () => {
  const dev = services.filter(([, { profiles }]) => profiles?.includes('dev'));
  expect(namesOf(dev)).toEqual(['eventstore-dev', 'redis-dev']);
  expect(dev.flatMap(([, { networks = [] }]) => networks)).toEqual([]);
  expect(namesOf(services.filter(([, { environment }]) => environment?.EVENTSTORE_INSECURE))).toEqual([
    'eventstore-dev',
  ]);
});
