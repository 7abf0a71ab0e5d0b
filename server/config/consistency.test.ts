import { describe, expect, test } from 'vitest';
import { complaint, firebase, refused, shared } from '../../tests/support/configurations.ts';
import { loadConfig } from './config.ts';

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

describe('a process that only projects', () => {
  const roles = ['--services=projections'];

  test('has no accounts, and may listen where others reach it', () => {
    expect(loadConfig({ ...shared, HOST: '0.0.0.0' }, roles).identity).toBeUndefined();
    expect(loadConfig({ ...shared, ...firebase }, roles).identity).toBeUndefined();
  });

  test('is refused half a Firebase project all the same: it has the environment of the others', () => {
    expect(refused({ ...shared, FIREBASE_API_KEY: 'AIza-key' }, roles)).toEqual([
      'FIREBASE_PROJECT_ID',
      'GOOGLE_APPLICATION_CREDENTIALS',
    ]);
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
