/** The public part of the seals: anybody can keep a checkpoint and check it later. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseCheckpoint } from '../../server/audit/seals/checkpoint.ts';
import { parseNote, parseVerifier, verifyNote } from '../../server/audit/seals/note.ts';
import { sealNow } from '../../server/audit/seals/seal-now.ts';
import { silentLogger } from '../../server/core/logger.ts';
import { makeSealedLog, type SealedLog } from '../support/sealed-log.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let log: SealedLog;
beforeAll(async () => {
  app = await openTestApp('mia');
  log = await makeSealedLog();
});
afterAll(async () => {
  await app.close();
  await log.remove();
});

it('has no checkpoint and no key before the first seal', async () => {
  for (const url of ['/api/audit/checkpoint', '/api/audit/public-key']) {
    const response = await app.as(undefined).get(url);
    expect([response.statusCode, response.json().code], url).toEqual([404, 'NOTHING_SEALED']);
  }
});

it('shows visitors the newest checkpoint, which the public key verifies', async () => {
  log.append(12);
  await log.read(async (reader) => {
    const settings = {
      folder: `${app.folder}/seals`,
      keyFile: `${app.folder}/seals/key`,
      origin: 'potluck.example/log',
    };
    const signal = new AbortController().signal;
    await sealNow({ log: reader, settings, logger: silentLogger, onProgress: () => {}, signal });
  });
  const response = await app.as(undefined).get('/api/audit/checkpoint');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(response.headers['cache-control']).toBe('public, max-age=5');
  expect(parseCheckpoint(response.body)).toMatchObject({ origin: 'potluck.example/log', size: 12 });
  const key = parseVerifier((await app.as('mia').get('/api/audit/public-key')).body);
  const note = parseNote(response.body);
  expect(note && verifyNote(note, [key])).toBe(key);
});
