import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { configErrorMessage, firebase, invalidVariables, shared } from '../../tests/support/configurations.ts';
import { parseConnectionString } from '../event-log/eventstoredb/connection-string.ts';
import { loadConfig } from './config.ts';

test('runs everything embedded and on loopback by default', () => {
  expect(loadConfig({}, [])).toEqual({
    http: { host: '127.0.0.1', port: 5000 },
    metrics: undefined,
    tracing: undefined,
    logLevel: 'warn',
    dataDir: resolve('data'),
    services: new Set(['api', 'projections', 'live']),
    eventLog: { kind: 'sqlite', file: resolve('data/events.sqlite') },
    readModels: { kind: 'memory', snapshots: resolve('data/snapshots') },
    identity: { kind: 'emulator', dataDir: resolve('data/accounts') },
    pictures: { kind: 'folder', folder: resolve('data/pictures') },
    uploads: resolve('data/uploads'),
    avatars: resolve('data/avatars'),
    pushSubscriptions: resolve('data/push'),
    push: undefined,
    controlSocket: resolve('data/control.sock'),
    auditIndex: resolve('data/audit.sqlite'),
    seals: { folder: resolve('data/seals'), keyFile: resolve('data/seals/key'), origin: undefined },
    videos: undefined,
    rateLimit: 600,
    publishLimit: 30,
    trustProxy: [],
    seedSamples: true,
  });
});

test('runs distributed when every variable is set', () => {
  const env = {
    ...firebase,
    ...shared,
    PORT: '0',
    HOST: '0.0.0.0',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.7',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    DATA_DIR: '/var/lib/potluck',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'production',
    RATE_LIMIT: '60',
    PUBLISH_LIMIT: '12',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::7',
    SEED_SAMPLES: 'false',
    AUDIT_ORIGIN: 'potluck.example/log',
    AUDIT_KEY_FILE: '/etc/potluck/audit-key',
    PICTURES_S3_URL: 'https://s3.example/potluck/photos/',
    PICTURES_S3_ACCESS_KEY_ID: 'AKIA-photos',
    PICTURES_S3_SECRET_ACCESS_KEY: 'photos-secret',
    PICTURES_S3_REGION: 'eu-central-1',
    WEB_PUSH_KEY_FILE: '/etc/potluck/push-key',
    WEB_PUSH_CONTACT: 'mailto:cook@potluck.example',
    YOUTUBE_API_KEY: 'AIza-videos',
    YOUTUBE_OAUTH_TOKEN: 'ya29.token',
    YOUTUBE_API_URL: 'https://videos.example/v3/',
  };
  expect(loadConfig(env, ['--services=live, api'])).toEqual({
    http: { host: '0.0.0.0', port: 0 },
    metrics: { host: '10.0.0.7', port: 9464 },
    tracing: { endpoint: 'http://collector:4318', ratio: 0.05 },
    logLevel: 'debug',
    dataDir: '/var/lib/potluck',
    services: new Set(['api', 'live']),
    eventLog: { kind: 'eventstoredb', url: 'esdb://log:2113?tls=true' },
    readModels: { kind: 'redis', target: parseRedisUrl('redis://cache:6379') },
    identity: {
      kind: 'firebase',
      projectId: 'potluck-live',
      apiKey: 'AIza-key',
      authDomain: 'potluck-live.firebaseapp.com',
      credentials: { kind: 'file', file: '/etc/potluck/account.json' },
    },
    pictures: {
      kind: 's3',
      url: 'https://s3.example/potluck/photos',
      accessKeyId: 'AKIA-photos',
      secretAccessKey: 'photos-secret',
      region: 'eu-central-1',
    },
    uploads: '/var/lib/potluck/uploads',
    avatars: '/var/lib/potluck/avatars',
    pushSubscriptions: '/var/lib/potluck/push',
    push: { keyFile: '/etc/potluck/push-key', contact: 'mailto:cook@potluck.example' },
    controlSocket: '/var/lib/potluck/control.sock',
    auditIndex: '/var/lib/potluck/audit.sqlite',
    seals: { folder: '/var/lib/potluck/seals', keyFile: '/etc/potluck/audit-key', origin: 'potluck.example/log' },
    videos: { apiUrl: 'https://videos.example/v3', apiKey: 'AIza-videos', oauthToken: 'ya29.token' },
    rateLimit: 60,
    publishLimit: 12,
    trustProxy: ['loopback', '10.0.0.0/8', 'fd00::7'],
    seedSamples: false,
  });
});

test('keeps the data of embedded parts in DATA_DIR', () => {
  expect(loadConfig({ DATA_DIR: '/var/lib/potluck' }, [])).toMatchObject({
    eventLog: { file: '/var/lib/potluck/events.sqlite' },
    identity: { dataDir: '/var/lib/potluck/accounts' },
  });
});

test('counts an empty variable as unset, and ignores unknown variables', () => {
  expect(loadConfig({ PORT: '', REDIS_URL: '', FIREBASE_PROJECT_ID: '', PATH: '/bin' }, [])).toEqual(
    loadConfig({}, []),
  );
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '5e3'],
  ['PORT', '0x10'],
  ['METRICS_PORT', 'on'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://[collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:hush@collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['RATE_LIMIT', '0'],
  ['RATE_LIMIT', 'many'],
  ['PUBLISH_LIMIT', '0'],
  ['PUBLISH_LIMIT', 'unlimited'],
  ['SEED_SAMPLES', 'no'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', ','],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
  ['EVENTSTORE_URL', 'http://log:2113'],
  ['REDIS_URL', 'cache:6379'],
  ['REDIS_URL', 'redis://cache/kitchen'],
  ['REDIS_URL', 'redis+sentinel://cache'],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'http://127.0.0.1:9099'],
  ['PICTURES_S3_URL', 'https://s3.example'],
  ['PICTURES_S3_URL', 'https://key@s3.example/potluck'],
  ['PICTURES_S3_URL', 'https://s3.example/potluck/my%20photos'],
  ['PICTURES_S3_URL', 'https://s3.example/potluck/soup&salad'],
  ['PICTURES_S3_REGION', 'eu central'],
  ['YOUTUBE_API_KEY', 'two words'],
  ['YOUTUBE_API_URL', 'www.googleapis.com'],
  ['YOUTUBE_API_URL', 'https://key@videos.example'],
  ['YOUTUBE_API_URL', 'https://videos.example?key=1'],
])('refuses %s=%s', (name, value) => {
  expect(invalidVariables({ [name]: value })).toEqual([name]);
});

test('names every invalid variable at once, without its value', () => {
  const env = { PORT: 'x', LOG_LEVEL: 'x', FIREBASE_CREDENTIALS: 'private_key' };
  expect(invalidVariables(env)).toEqual(['PORT', 'LOG_LEVEL', 'FIREBASE_CREDENTIALS']);
  expect(() => loadConfig(env, [])).not.toThrow(/private_key/);
  for (const url of ['redis://:hush/hush@cache', 'redis://hush@cache/hush', 'redis://hush@hush@cache']) {
    expect(() => loadConfig({ REDIS_URL: url }, [])).toThrow(/^REDIS_URL: (?!.*hush)/);
  }
});

test('accepts the examples that its messages give', () => {
  for (const name of ['EVENTSTORE_URL', 'REDIS_URL', 'TRUST_PROXY'] as const) {
    const [, list = ''] = /such as ([^()]+)/.exec(configErrorMessage({ [name]: 'wrong value' })) ?? [];
    const examples = list.trim().split(' or ');
    expect(examples[0], name).toMatch(/./);
    for (const example of examples) {
      expect(invalidVariables({ [name]: example }), example).toEqual([]);
      if (name === 'EVENTSTORE_URL') expect(() => parseConnectionString(example), example).not.toThrow();
    }
  }
});

describe('--services', () => {
  test('with all roles needs no shared services', () => {
    expect(invalidVariables({}, ['--services', 'api,projections,live'])).toEqual([]);
  });

  test('with fewer roles needs the services that processes share', () => {
    expect(invalidVariables({}, ['--services=projections'])).toEqual(['EVENTSTORE_URL', 'REDIS_URL']);
    expect(invalidVariables({}, ['--services=api'])).toEqual(['EVENTSTORE_URL', 'REDIS_URL', 'FIREBASE_PROJECT_ID']);
    expect(invalidVariables({ ...shared }, ['--services=projections'])).toEqual([]);
    expect(invalidVariables({ ...shared, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }, ['--services=api'])).toEqual(
      [],
    );
  });

  test.each([['--services='], ['--services=api,web'], ['--service=api'], ['api']])('%s is refused', (argument) => {
    expect(invalidVariables({}, [argument])).toEqual(['--services']);
  });
});
