import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSealedLog, type SealedLog } from '../../../tests/support/sealed-log.ts';
import type { ReadableLog } from '../../core/event-log.ts';
import { type Checkpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts';
import { openKey } from './key-file.ts';
import { newSigner, type Signer, signNote, type Verifier } from './note.ts';
import { refute } from './proof-file.ts';
import { checkpointOf, proveConsistency, proveInclusion } from './prove.ts';
import { readPublicKeys } from './seal-folder.ts';
import { sealingOf } from './sealing.ts';

let log: SealedLog;
let signer: Signer;
let keys: Verifier[];
let ten: Checkpoint;
let twenty: Checkpoint;
beforeAll(async () => {
  log = await makeSealedLog();
  log.append(30);
  await log.seal(10);
  signer = await openKey({ keyFile: join(log.seals, 'key'), origin: undefined }, undefined);
  keys = await readPublicKeys(log.folder);
  [ten, twenty] = [await checkpointOf(log.folder, 10), await checkpointOf(log.folder, 20)];
});
afterAll(() => log.remove());

const parsed = (text: string): Checkpoint => parseCheckpoint(text) ?? expect.fail(text);

test('an event is proven by any checkpoint that covers it', async () => {
  await log.read(async (reader) => {
    for (const one of [ten, twenty, undefined]) {
      const proof = await proveInclusion(log.folder, reader, 5n, one);
      expect([proof.checkpoint.size, refute(proof, keys)]).toEqual([one?.size ?? 30, undefined]);
    }
    await expect(proveInclusion(log.folder, reader, 15n, ten)).rejects.toMatchObject({
      ...{ code: 'NOT_SEALED', message: expect.stringContaining('covers no event at position 15') },
    });
    await expect(proveInclusion(log.folder, reader, 5n, { ...twenty, size: 40 })).rejects.toMatchObject({
      ...{ code: 'DIFFERS', message: expect.stringContaining('events were removed') },
    });
  });
  await expect(checkpointOf(log.folder, 15)).rejects.toMatchObject({ code: 'NOT_SEALED' });
});

test('an event is sealed by the first checkpoint that covers it, with those since the one before', async () => {
  for (const [position, size] of [
    [1n, 10],
    [10n, 10],
    [11n, 20],
    [30n, 30],
  ] as const) {
    expect(await sealingOf(log.folder, position)).toMatchObject({ checkpoint: { size }, events: 10 });
  }
  expect(await sealingOf(log.folder, 31n)).toBeUndefined();
});

test('an event that is not the sealed one is not proven', async () => {
  await log.read(async (reader) => {
    const forged: Pick<ReadableLog, 'readAll'> = {
      async *readAll(options) {
        for await (const event of reader.readAll(options)) yield { ...event, data: {} };
      },
    };
    await expect(proveInclusion(log.folder, forged, 5n)).rejects.toMatchObject({ code: 'DIFFERS' });
  });
});

test('a proof of what was kept does not hold for another checkpoint, key or origin', async () => {
  const proof = await proveConsistency(log.folder, ten);
  const stranger = newSigner(ten.origin);
  const ofStranger = (size: number, root: Buffer) => parsed(signCheckpoint(size, root, stranger));
  const renamed = parsed(signNote(ten.note.text.replace(ten.origin, 'potluck.example/other'), signer));
  const altered = { ...ten, note: { ...ten.note, text: ten.note.text.replace('\n10\n', '\n11\n') } };
  expect(refute(proof, keys, ten)).toBeUndefined();
  expect(refute(proof, keys)).toBe('The earlier checkpoint is missing');
  expect(refute(proof, keys, twenty)).toBe('The proof is about a checkpoint of 10 events');
  expect(refute(proof, keys, altered)).toBe('The earlier checkpoint has a wrong signature');
  expect(refute(proof, keys, ofStranger(10, ten.root))).toMatch('The earlier checkpoint of');
  expect(refute(proof, keys, renamed)).toMatch('The earlier checkpoint is of potluck.example/other');
  const { size, root } = proof.checkpoint;
  expect(refute({ ...proof, checkpoint: ofStranger(size, root) }, keys, ten)).toMatch('The checkpoint in the proof of');
});
