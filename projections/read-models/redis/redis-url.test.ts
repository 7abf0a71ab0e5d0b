import { expect, test } from 'vitest';
import { parseRedisUrl } from './redis-url.ts';

test('parses the URL of a single server', () => {
  expect(parseRedisUrl('redis://localhost')).toMatchObject({
    kind: 'standalone',
    nodes: [{ host: 'localhost', port: 6379 }],
    tls: false,
    database: 0,
  });
  expect(parseRedisUrl('rediss://chef:p%40ss:word@[::1]:7000/2')).toMatchObject({
    nodes: [{ host: '::1', port: 7000 }],
    tls: true,
    username: 'chef',
    password: 'p@ss:word',
    database: 2,
  });
  expect(parseRedisUrl('redis://:secret@host')).toMatchObject({ password: 'secret' });
  expect(parseRedisUrl('redis://:secret@host').username).toBeUndefined();
});

test('parses Sentinels with a master name', () => {
  expect(parseRedisUrl('redis+sentinel://a:1,b/kitchen/3')).toMatchObject({
    kind: 'sentinel',
    nodes: [
      { host: 'a', port: 1 },
      { host: 'b', port: 26379 },
    ],
    masterName: 'kitchen',
    database: 3,
  });
});

test('parses cluster nodes', () => {
  expect(parseRedisUrl('rediss+cluster://u:p@a:1,b:2')).toMatchObject({
    kind: 'cluster',
    tls: true,
    username: 'u',
    password: 'p',
    nodes: [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ],
  });
});

test('says what is wrong with a URL without showing the password', () => {
  const refused: [string, RegExp][] = [
    ['localhost:6379', /redis:\/\//],
    ['http://localhost', /redis:\/\//],
    ['redis://a:1,b:2', /redis\+cluster/],
    ['redis+sentinel://a:1', /master name/],
    ['redis+cluster://a:1/4', /no databases/],
    ['redis://host/kitchen', /no database number/],
    ['redis://host:99999', /host:port/],
  ];
  for (const [url, message] of refused) expect(() => parseRedisUrl(url)).toThrow(message);
  expect(parseRedisUrl('redis://u:hush@host/1').description).toBe('redis://host/1');
});
