/** Processes that encode pictures: when they end, and what an upload gets then. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Encoder, type EncoderOptions, openEncoder } from '../../server/pictures/encoding/encoder.ts';
import { EncodingProcess } from '../../server/pictures/encoding/encoding-process.ts';
import { photo } from '../support/photos.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-encoder-'));
  file = join(folder, 'photo');
  await photo({ width: 64, height: 48 }).jpeg().toFile(file);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => void vi.useRealTimers());

const unavailable = { code: 'PICTURES_UNAVAILABLE' };

function opened(options: EncoderOptions): Encoder & AsyncDisposable {
  const encoder = openEncoder(options);
  return { ...encoder, [Symbol.asyncDispose]: encoder.close };
}

const limits = { timeoutMs: 20_000, idleMs: 60_000 };

it('encodes with another process when an idle one has just been stopped', async () => {
  await using encoder = opened({ processes: 1, idleMs: 50 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let n = 0; n < 3; n++) {
    await encoder.encode(file);
    // The process is killed, and its end has not been reported yet.
    vi.advanceTimersByTime(50);
  }
});

it('ends idle processes', async () => {
  const encoder = new EncodingProcess({ ...limits, idleMs: 1 });
  await encoder.encode(file);
  await encoder.hasExited;
  expect(encoder.isUsable).toBe(false);
});

it('refuses a file that takes too long, and ends its process', async () => {
  const encoder = new EncodingProcess({ ...limits, timeoutMs: 1 });
  await expect(encoder.encode(file)).rejects.toMatchObject({ code: 'PICTURE_TOO_SLOW' });
  await encoder.hasExited;
});

it('refuses files beyond those that may wait', async () => {
  await using encoder = opened({ processes: 1, maxWaiting: 1 });
  const admitted = [encoder.encode(file), encoder.encode(file)];
  await expect(encoder.encode(file)).rejects.toMatchObject({ code: 'PICTURES_BUSY' });
  await Promise.all(admitted);
});

it.each([
  ['crashes it', 'SIGSEGV', 'DAMAGED_PICTURE'],
  ['needs more memory than there is', 'SIGKILL', unavailable.code],
] as const)('responds to a file that %s by %s', async (_, signal, code) => {
  const encoder = new EncodingProcess(limits);
  const encoding = encoder.encode(file);
  process.kill(encoder.pid ?? 0, signal);
  await expect(encoding).rejects.toMatchObject({ code });
  expect(encoder.isUsable).toBe(false);
});

it('closes in a program that nothing else keeps alive', async () => {
  const { href } = new URL('../../server/pictures/encoding/encoder.ts', import.meta.url);
  const program = join(folder, 'program.mjs');
  const text = `
    const { openEncoder } = await import('${href}');
    const encoder = openEncoder({ processes: 1 });
    await encoder.encode('${file}');
    await encoder.close();
    console.log('closed');`;
  await writeFile(program, text);
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toBe('closed\n');
});

it('starts no process after it was closed', async () => {
  const encoder = openEncoder({ processes: 1 });
  const [running, waiting] = [encoder.encode(file), encoder.encode(file)].map((one) => one.catch((error) => error));
  await encoder.close();
  expect(await Promise.all([running, waiting])).toEqual(Array(2).fill(expect.objectContaining(unavailable)));
});
