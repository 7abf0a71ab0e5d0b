import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from '../projections/read-models/redis/redis-url.ts';
import { ConfigError, loadConfig } from './config.ts';
import { parseConnectionString } from './event-log/eventstoredb/connection-string.ts';

const firebase = {
  FIREBASE_PROJECT_ID: 'potluck-live',
  FIREBASE_API_KEY: 'AIza-key',
  GOOGLE_APPLICATION_CREDENTIALS: '/etc/potluck/account.json',
};
const shared = { EVENTSTORE_URL: 'esdb://log:2113?tls=true', REDIS_URL: 'redis://cache:6379' };

/** The variables that the lines of the error name. */
function refused(env: Record<string, string>, argv: string[] = []): string[] {
  try {
    loadConfig(env, argv);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).toBe(error.problems.join('\n'));
    return error.problems.map((problem) => {
      expect(problem).not.toContain('\n');
      return problem.slice(0, problem.indexOf(':'));
    });
  }
  return [];
}

function complaint(env: Record<string, string>): string {
  try {
    loadConfig(env, []);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
}

test('nothing set runs everything embedded, on loopback', () => {
  expect(loadConfig({}, [])).toEqual({
    http: { host: '127.0.0.1', port: 5000 },
    logLevel: 'warn',
    services: new Set(['api', 'projections', 'live']),
    eventLog: { kind: 'sqlite', file: resolve('data/events.sqlite'), snapshots: resolve('data/snapshots') },
    readModels: { kind: 'memory' },
    identity: { kind: 'emulator', dataDir: resolve('data/accounts') },
    avatars: resolve('data/avatars'),
    videos: undefined,
    rateLimit: 600,
    trustProxy: [],
    seedSamples: true,
  });
});

test('everything set runs distributed', () => {
  const env = {
    ...firebase,
    ...shared,
    PORT: '0',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/potluck',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'production',
    RATE_LIMIT: '60',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::7',
    SEED_SAMPLES: 'false',
    YOUTUBE_API_KEY: 'AIza-videos',
    YOUTUBE_OAUTH_TOKEN: 'ya29.token',
    YOUTUBE_API_URL: 'https://videos.example/v3/',
  };
  expect(loadConfig(env, ['--services=live, api'])).toEqual({
    http: { host: '0.0.0.0', port: 0 },
    logLevel: 'debug',
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
    avatars: '/var/lib/potluck/avatars',
    videos: { apiUrl: 'https://videos.example/v3', apiKey: 'AIza-videos', oauthToken: 'ya29.token' },
    rateLimit: 60,
    trustProxy: ['loopback', '10.0.0.0/8', 'fd00::7'],
    seedSamples: false,
  });
});

test('DATA_DIR holds all that runs embedded', () => {
  expect(loadConfig({ DATA_DIR: '/var/lib/potluck' }, [])).toMatchObject({
    eventLog: { file: '/var/lib/potluck/events.sqlite' },
    identity: { dataDir: '/var/lib/potluck/accounts' },
  });
});

test('a variable set to nothing counts as unset, and other variables are not looked at', () => {
  expect(loadConfig({ PORT: '', REDIS_URL: '', FIREBASE_PROJECT_ID: '', PATH: '/bin' }, [])).toEqual(
    loadConfig({}, []),
  );
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '5e3'],
  ['PORT', '0x10'],
  ['RATE_LIMIT', '0'],
  ['RATE_LIMIT', 'many'],
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
  ['YOUTUBE_API_KEY', 'two words'],
  ['YOUTUBE_API_URL', 'www.googleapis.com'],
  ['YOUTUBE_API_URL', 'https://key@videos.example'],
  ['YOUTUBE_API_URL', 'https://videos.example?key=1'],
])('%s=%s is refused', (name, value) => {
  expect(refused({ [name]: value })).toEqual([name]);
});

test('every wrong variable is named at once, and no value is repeated', () => {
  const env = { PORT: 'x', LOG_LEVEL: 'x', FIREBASE_CREDENTIALS: 'private_key' };
  expect(refused(env)).toEqual(['PORT', 'LOG_LEVEL', 'FIREBASE_CREDENTIALS']);
  expect(() => loadConfig(env, [])).not.toThrow(/private_key/);
  for (const url of ['redis://:hush/hush@cache', 'redis://hush@cache/hush', 'redis://hush@hush@cache']) {
    expect(() => loadConfig({ REDIS_URL: url }, [])).toThrow(/^REDIS_URL: (?!.*hush)/);
  }
});

test('what is given as an example is taken', () => {
  for (const name of ['EVENTSTORE_URL', 'REDIS_URL', 'TRUST_PROXY'] as const) {
    const [, said = ''] = /such as ([^()]+)/.exec(complaint({ [name]: 'wrong value' })) ?? [];
    const examples = said.trim().split(' or ');
    expect(examples[0], name).toMatch(/./);
    for (const example of examples) {
      expect(refused({ [name]: example }), example).toEqual([]);
      if (name === 'EVENTSTORE_URL') expect(() => parseConnectionString(example), example).not.toThrow();
    }
  }
});

test('an address that others reach, as in docker-compose.yml, wants all that a Firebase project takes', () => {
  const said = complaint({ HOST: '0.0.0.0', ...shared });
  expect(said).toMatch(/^FIREBASE_PROJECT_ID: set it, FIREBASE_API_KEY and FIREBASE_CREDENTIALS .*; or set HOST/);
  expect(said).not.toContain('\n');
  expect(refused({ HOST: '0.0.0.0', FIREBASE_API_KEY: 'AIza-key' })).toEqual([
    'FIREBASE_PROJECT_ID',
    'GOOGLE_APPLICATION_CREDENTIALS',
  ]);
});

describe('an emulator', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('is allowed behind %s', (host) => {
    expect(refused({ HOST: host })).toEqual([]);
    expect(refused({ HOST: host, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toEqual([]);
  });

  test.each(['0.0.0.0', '::', '192.168.1.20', '128.0.0.1', 'potluck.example', 'localhost.example'])(
    'is refused behind %s, which other machines may reach',
    (host) => {
      expect(refused({ HOST: host })).toEqual(['FIREBASE_PROJECT_ID']);
      expect(refused({ HOST: host, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toEqual(['HOST']);
      expect(refused({ HOST: host, ...firebase })).toEqual([]);
    },
  );

  test('that runs elsewhere can be named for development', () => {
    const config = loadConfig({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }, []);
    expect(config.identity).toEqual({ kind: 'external-emulator', host: 'localhost:9099' });
  });

  test('host is refused in production and beside any production credential', () => {
    const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
    const line = ['FIREBASE_AUTH_EMULATOR_HOST'];
    expect(refused({ ...emulator, NODE_ENV: 'production' })).toEqual(line);
    expect(refused({ ...emulator, ...firebase })).toEqual(line);
    for (const [name, value] of Object.entries({ ...firebase, FIREBASE_CREDENTIALS: '{}' })) {
      expect(refused({ ...emulator, [name]: value })).toEqual(line);
    }
  });
});

describe('a Firebase project', () => {
  test('needs its id, its key and one credential', () => {
    const { FIREBASE_PROJECT_ID, FIREBASE_API_KEY, GOOGLE_APPLICATION_CREDENTIALS } = firebase;
    expect(refused({ FIREBASE_API_KEY, GOOGLE_APPLICATION_CREDENTIALS })).toEqual(['FIREBASE_PROJECT_ID']);
    expect(refused({ FIREBASE_PROJECT_ID, GOOGLE_APPLICATION_CREDENTIALS })).toEqual(['FIREBASE_API_KEY']);
    expect(refused({ FIREBASE_PROJECT_ID, FIREBASE_API_KEY })).toEqual(['GOOGLE_APPLICATION_CREDENTIALS']);
    expect(refused({ ...firebase, FIREBASE_CREDENTIALS: '{}' })).toEqual(['FIREBASE_CREDENTIALS']);
  });

  test('may get its service account as JSON text', () => {
    const { GOOGLE_APPLICATION_CREDENTIALS: _, ...env } = firebase;
    const json = '{"type":"service_account"}';
    expect(loadConfig({ ...env, FIREBASE_CREDENTIALS: json, FIREBASE_AUTH_DOMAIN: 'in.example' }, []).identity).toEqual(
      {
        kind: 'firebase',
        projectId: 'potluck-live',
        apiKey: 'AIza-key',
        authDomain: 'in.example',
        credentials: { kind: 'json', json },
      },
    );
  });
});

describe('the service of videos', () => {
  const key = { YOUTUBE_API_KEY: 'AIza-videos' };

  test('needs a key only', () => {
    expect(loadConfig(key, []).videos).toEqual({
      apiUrl: 'https://www.googleapis.com/youtube/v3',
      apiKey: 'AIza-videos',
      oauthToken: undefined,
    });
  });

  test('is not there without a key', () => {
    expect(refused({ YOUTUBE_OAUTH_TOKEN: 'ya29.token' })).toEqual(['YOUTUBE_API_KEY']);
    expect(refused({ YOUTUBE_API_URL: 'https://videos.example' })).toEqual(['YOUTUBE_API_KEY']);
  });

  test('gets its key over TLS, or on this machine', () => {
    for (const url of ['https://videos.example', 'http://127.0.0.1:8080/v3', 'http://localhost', 'http://[::1]:1']) {
      expect(refused({ ...key, YOUTUBE_API_URL: url }), url).toEqual([]);
    }
    for (const url of ['http://videos.example', 'http://10.0.0.7', 'https://a:b']) {
      expect(refused({ ...key, YOUTUBE_API_URL: url }), url).toEqual(['YOUTUBE_API_URL']);
    }
  });
});

describe('--services', () => {
  test('with all roles needs nothing shared', () => {
    expect(refused({}, ['--services', 'api,projections,live'])).toEqual([]);
  });

  test('with fewer roles needs what the other processes share', () => {
    expect(refused({}, ['--services=projections'])).toEqual(['EVENTSTORE_URL', 'REDIS_URL']);
    expect(refused({}, ['--services=api'])).toEqual(['EVENTSTORE_URL', 'REDIS_URL', 'FIREBASE_PROJECT_ID']);
    expect(refused({ ...shared }, ['--services=projections'])).toEqual([]);
    expect(refused({ ...shared, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }, ['--services=api'])).toEqual([]);
  });

  test.each([['--services='], ['--services=api,web'], ['--service=api'], ['api']])('%s is refused', (argument) => {
    expect(refused({}, [argument])).toEqual(['--services']);
  });
});
