import { describe, expect, test } from 'vitest';
import { configErrorMessage, firebase, invalidVariables, shared } from '../../tests/support/configurations.ts';
import { loadConfig } from './config.ts';

test('requires a complete Firebase project when other machines can reach HOST, as in docker-compose.yml', () => {
  const message = configErrorMessage({ HOST: '0.0.0.0', ...shared });
  expect(message).toMatch(/^FIREBASE_PROJECT_ID: set it, FIREBASE_API_KEY and FIREBASE_CREDENTIALS .*; or set HOST/);
  expect(message).not.toContain('\n');
  expect(invalidVariables({ HOST: '0.0.0.0', FIREBASE_API_KEY: 'AIza-key' })).toEqual([
    'FIREBASE_PROJECT_ID',
    'GOOGLE_APPLICATION_CREDENTIALS',
  ]);
});

describe('an emulator', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('is allowed when HOST is %s', (host) => {
    expect(invalidVariables({ HOST: host })).toEqual([]);
    expect(invalidVariables({ HOST: host, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toEqual([]);
  });

  test.each(['0.0.0.0', '::', '192.168.1.20', '128.0.0.1', 'potluck.example', 'localhost.example'])(
    'is refused when HOST is %s, which other machines may reach',
    (host) => {
      expect(invalidVariables({ HOST: host })).toEqual(['FIREBASE_PROJECT_ID']);
      expect(invalidVariables({ HOST: host, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toEqual(['HOST']);
      expect(invalidVariables({ HOST: host, ...firebase })).toEqual([]);
    },
  );

  test('of another process can be set for development', () => {
    const config = loadConfig({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }, []);
    expect(config.identity).toEqual({ kind: 'external-emulator', host: 'localhost:9099' });
  });

  test('is refused in production and together with any production credential', () => {
    const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
    const names = ['FIREBASE_AUTH_EMULATOR_HOST'];
    expect(invalidVariables({ ...emulator, NODE_ENV: 'production' })).toEqual(names);
    expect(invalidVariables({ ...emulator, ...firebase })).toEqual(names);
    for (const [name, value] of Object.entries({ ...firebase, FIREBASE_CREDENTIALS: '{}' })) {
      expect(invalidVariables({ ...emulator, [name]: value })).toEqual(names);
    }
  });
});

describe('a Firebase project', () => {
  test('needs its id, its key and one credential', () => {
    const { FIREBASE_PROJECT_ID, FIREBASE_API_KEY, GOOGLE_APPLICATION_CREDENTIALS } = firebase;
    expect(invalidVariables({ FIREBASE_API_KEY, GOOGLE_APPLICATION_CREDENTIALS })).toEqual(['FIREBASE_PROJECT_ID']);
    expect(invalidVariables({ FIREBASE_PROJECT_ID, GOOGLE_APPLICATION_CREDENTIALS })).toEqual(['FIREBASE_API_KEY']);
    expect(invalidVariables({ FIREBASE_PROJECT_ID, FIREBASE_API_KEY })).toEqual(['GOOGLE_APPLICATION_CREDENTIALS']);
    expect(invalidVariables({ ...firebase, FIREBASE_CREDENTIALS: '{}' })).toEqual(['FIREBASE_CREDENTIALS']);
  });

  test('accepts its service account as JSON text', () => {
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

describe('a process with the role of projections only', () => {
  const roles = ['--services=projections'];

  test('has no accounts, and may listen on an address that other machines reach', () => {
    expect(loadConfig({ ...shared, HOST: '0.0.0.0' }, roles).identity).toBeUndefined();
    expect(loadConfig({ ...shared, ...firebase }, roles).identity).toBeUndefined();
  });

  test('refuses an incomplete Firebase project, because it shares the environment of the other processes', () => {
    expect(invalidVariables({ ...shared, FIREBASE_API_KEY: 'AIza-key' }, roles)).toEqual([
      'FIREBASE_PROJECT_ID',
      'GOOGLE_APPLICATION_CREDENTIALS',
    ]);
  });
});

describe('metrics', () => {
  test('are read on loopback if no host is set', () => {
    expect(loadConfig({ METRICS_PORT: '9464' }, []).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  });

  test('need a port if a host is set', () => {
    expect(invalidVariables({ METRICS_HOST: '0.0.0.0' })).toEqual(['METRICS_PORT']);
  });

  test('need another port than the server on the same host', () => {
    expect(invalidVariables({ PORT: '9464', METRICS_PORT: '9464' })).toEqual(['METRICS_PORT']);
    expect(invalidVariables({ METRICS_PORT: '5000' })).toEqual(['METRICS_PORT']);
    for (const allowed of [
      { METRICS_HOST: '127.0.0.2', METRICS_PORT: '5000' },
      { PORT: '0', METRICS_PORT: '0' },
    ]) {
      expect(loadConfig(allowed, []).metrics).toBeDefined();
    }
  });
});

describe('a bucket for photos', () => {
  const bucket = {
    PICTURES_S3_URL: 'https://s3.example/potluck',
    PICTURES_S3_ACCESS_KEY_ID: 'AKIA-photos',
    PICTURES_S3_SECRET_ACCESS_KEY: 'photos-secret',
  };

  test('needs an address and a key', () => {
    expect(invalidVariables(bucket)).toEqual([]);
    for (const name of Object.keys(bucket)) expect(invalidVariables({ ...bucket, [name]: '' }), name).toEqual([name]);
    expect(invalidVariables({ PICTURES_S3_REGION: 'eu-central-1' })).toEqual(Object.keys(bucket));
  });
});

describe('the video service', () => {
  const key = { YOUTUBE_API_KEY: 'AIza-videos' };

  test('needs only a key', () => {
    expect(loadConfig(key, []).videos).toEqual({
      apiUrl: 'https://www.googleapis.com/youtube/v3',
      apiKey: 'AIza-videos',
      oauthToken: undefined,
    });
  });

  test('cannot be configured without a key', () => {
    expect(invalidVariables({ YOUTUBE_OAUTH_TOKEN: 'ya29.token' })).toEqual(['YOUTUBE_API_KEY']);
    expect(invalidVariables({ YOUTUBE_API_URL: 'https://videos.example' })).toEqual(['YOUTUBE_API_KEY']);
  });

  test('sends its key only over TLS or to this machine', () => {
    for (const url of ['https://videos.example', 'http://127.0.0.1:8080/v3', 'http://localhost', 'http://[::1]:1']) {
      expect(invalidVariables({ ...key, YOUTUBE_API_URL: url }), url).toEqual([]);
    }
    for (const url of ['http://videos.example', 'http://10.0.0.7', 'https://a:b']) {
      expect(invalidVariables({ ...key, YOUTUBE_API_URL: url }), url).toEqual(['YOUTUBE_API_URL']);
    }
  });
});
