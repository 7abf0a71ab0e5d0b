/** The passwords and certificates that the first `docker compose up` makes, and what the processes read of them. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../server/config/config.ts';
import { readEnvironment } from '../../server/config/environment.ts';
import { parseConnectionString } from '../../server/event-log/eventstoredb/connection-string.ts';
import { processesOf, readCompose } from '../support/compose.ts';
import { describeWith } from '../support/requirements.ts';

const processes = processesOf(
  readCompose({
    FIREBASE_PROJECT_ID: 'our-kitchen',
    FIREBASE_API_KEY: 'AIza',
    FIREBASE_CREDENTIALS: '{"type":"service_account"}',
    AUDIT_ORIGIN: 'potluck.example/log',
  }),
);

describeWith('openssl', 'secrets of docker-compose.yml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-secrets-'));
  const makeSecrets = () => execFileSync('sh', ['deploy/make-secrets.sh', folder], { encoding: 'utf8' });
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  beforeAll(() => void makeSecrets());
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(processes)('%s is configured completely, and with no unknown variable', (_, { environment, command }) => {
    const secrets = parseEnv(read('potluck/potluck.env'));
    const given = { NODE_ENV: 'production', DATA_DIR: '/data', ...environment, ...secrets };
    const config = loadConfig(given, command ?? []);
    expect([config.eventLog.kind, config.readModels.kind]).toEqual(['eventstoredb', 'redis']);
    const ofNode = ['NODE_OPTIONS', 'TZ'];
    const set = Object.entries(given).flatMap(([name, value]) => (value && !ofNode.includes(name) ? [name] : []));
    expect(Object.keys(readEnvironment(given)).sort()).toEqual(set.sort());
    // The commands of operators run in the same container, and take no roles.
    expect(() => loadConfig(given, [])).not.toThrow();
  });

  test('are random, the same on both sides, and for their owner only', () => {
    const { EVENTSTORE_URL = '', REDIS_URL = '' } = parseEnv(read('potluck/potluck.env'));
    const { EVENTSTORE_DEFAULT_ADMIN_PASSWORD = '' } = parseEnv(read('eventstore/eventstore.env'));
    const credentials = { username: 'admin', password: EVENTSTORE_DEFAULT_ADMIN_PASSWORD };
    expect(parseConnectionString(EVENTSTORE_URL).credentials).toEqual(credentials);
    const { password } = new URL(REDIS_URL);
    expect(read('redis/redis.conf')).toBe(`requirepass ${password}\n`);
    for (const secret of [password, credentials.password]) expect(secret).toMatch(/^[0-9a-f]{48}$/);
    expect(password).not.toBe(credentials.password);
    for (const file of ['potluck/potluck.env', 'eventstore/node.key', 'redis/redis.conf', 'authority/ca.key']) {
      expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
    }
  });

  test('have a certificate for the name of EventStoreDB, signed by the authority that Potluck trusts', () => {
    const certificate = new X509Certificate(read('eventstore/node.crt'));
    expect(certificate.verify(new X509Certificate(read('potluck/ca.crt')).publicKey)).toBe(true);
    const { hostname } = new URL(parseEnv(read('potluck/potluck.env')).EVENTSTORE_URL ?? '');
    expect(certificate.checkHost(hostname)).toBe(hostname);
    // Of a server and of a client: the nodes of a cluster connect to one another.
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  });

  test('stay the same at the next start, and a missing certificate is made again by the same authority', () => {
    const kept = ['potluck/potluck.env', 'redis/redis.conf', 'authority/ca.crt'];
    const before = kept.map(read);
    const certificate = read('eventstore/node.crt');
    expect(makeSecrets()).toBe('');
    expect([...kept.map(read), read('eventstore/node.crt')]).toEqual([...before, certificate]);
    rmSync(join(folder, 'eventstore/node.crt'));
    expect(makeSecrets()).toContain('restart');
    expect(kept.map(read)).toEqual(before);
    expect(read('eventstore/node.crt')).not.toBe(certificate);
  });
});
