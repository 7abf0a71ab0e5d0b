import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPictureStore } from '../../server/open-picture-store.ts';
import { pictureFolder } from '../../server/pictures/store/folder.ts';
import { pictureBucket } from '../../server/pictures/store/s3.ts';
import { startS3Server } from '../support/s3-server.ts';
import { listed, pictureStoreContract } from './picture-store.ts';

async function openFolder() {
  const parent = await mkdtemp(join(tmpdir(), 'potluck-pictures-'));
  const folder = join(parent, 'pictures');
  const dispose = () => rm(parent, { recursive: true });
  return { folder, store: pictureFolder(folder), [Symbol.asyncDispose]: dispose };
}

async function openBucket() {
  const server = await startS3Server();
  const store = pictureBucket({ url: server.url, ...server.key });
  return { server, store, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

pictureStoreContract('a folder', openFolder);
pictureStoreContract('a bucket', openBucket);

describe('a folder of pictures', () => {
  it('cannot be used when it is a file', async () => {
    await using opened = await openFolder();
    await writeFile(opened.folder, '');
    const unavailable = { code: 'PICTURES_UNAVAILABLE' };
    await expect(opened.store.write('one.json', Buffer.from('a'))).rejects.toMatchObject(unavailable);
    await expect(opened.store.read('one.json')).rejects.toMatchObject(unavailable);
    await expect(listed(opened.store)).rejects.toMatchObject(unavailable);
  });
});

describe('a bucket of pictures', () => {
  it('keeps its files in the folder that the address names', async () => {
    await using opened = await openBucket();
    await opened.store.write('one.json', Buffer.from('a'));
    expect(opened.server.names()).toEqual(['photos/one.json']);
  });

  it('tries again when the service is busy', async () => {
    await using opened = await openBucket();
    opened.server.failNext(503, 2);
    await opened.store.write('one.json', Buffer.from('a'));
    expect(opened.server.names()).toHaveLength(1);
  });

  it('does not read a file without an end', async () => {
    await using opened = await openBucket();
    await opened.store.write('one.json', Buffer.alloc(5 * 1024 * 1024));
    await expect(opened.store.read('one.json')).rejects.toThrow('a file of more than 4194304 bytes');
  });

  it('reports in one line without secrets why it cannot be used', async () => {
    await using opened = await openBucket();
    const { url, key } = opened.server;
    const wrong = pictureBucket({ url, ...key, secretAccessKey: 'wrong' });
    const refused = await wrong.read('one.json').catch((error: Error) => error);
    expect(refused).toMatchObject({
      code: 'PICTURES_UNAVAILABLE',
      message: 'the bucket responds with 403 SignatureDoesNotMatch',
    });
    const elsewhere = pictureBucket({ url: url.replace('potluck', 'other'), ...key });
    await expect(elsewhere.write('one.json', Buffer.from('a'))).rejects.toThrow('404 NoSuchBucket');
  });

  it('is opened although it does not respond, with a warning', async () => {
    await using opened = await openBucket();
    const { url, key, failNext } = opened.server;
    // The first attempt, and two more.
    failNext(503, 3);
    const warnings: unknown[] = [];
    const store = await openPictureStore({ kind: 's3', url, ...key }, { warn: (details) => warnings.push(details) });
    expect(warnings).toEqual([{ reason: 'the bucket responds with 503 SlowDown' }]);
    await store.write('one.json', Buffer.from('a'));
    const nowhere = { kind: 's3', url: 'http://localhost:9/potluck', ...key } as const;
    await openPictureStore(nowhere, { warn: (details) => warnings.push(details) });
    expect(warnings).toHaveLength(2);
  });

  it('is not opened when it refuses to be read, and the operator learns what to correct', async () => {
    await using opened = await openBucket();
    const { url, key } = opened.server;
    const wrong = { kind: 's3', url, ...key, secretAccessKey: 'wrong' } as const;
    await expect(openPictureStore(wrong, { warn: () => undefined })).rejects.toThrow(
      'PICTURES_S3_URL: correct it or the key and region beside it, the bucket responds with 403 SignatureDoesNotMatch',
    );
  });
});
