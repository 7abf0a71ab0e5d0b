/** Which files of photos the server removes every hour, and which stay. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { picturesProjection } from '../projections/definitions/pictures.ts';
import { MemoryEventLog } from '../tests/support/memory-event-log.ts';
import { until } from '../tests/support/until.ts';
import { newId } from './commands/ids.ts';
import type { RecordedEvent } from './core/event-log.ts';
import { openPictures } from './open-pictures.ts';

vi.mock('node:timers/promises', { spy: true });

const minuteMs = 60_000;
const [used, unused] = ['a'.repeat(40), 'b'.repeat(40)];
const timeBefore = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

/** Of a log that began before the photos were stored. */
const firstEvent: RecordedEvent = {
  ...{ position: 1n, revision: 0n, stream: 'post-1', id: '1', type: 'PostPublished', data: {} },
  meta: { actor: 'mia', commandId: 'c', correlationId: 'r', at: timeBefore(30_000).toISOString(), schema: 1 },
};

/** A store that has two photos since more than a week, of which one is in use. */
async function openStore() {
  const parent = await mkdtemp(join(tmpdir(), 'potluck-tidied-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const [photos, uploads] = [join(parent, 'pictures'), join(parent, 'uploads')];
  const write = async (folder: string, name: string, ageMinutes: number, text = '') => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), text);
    await utimes(join(folder, name), timeBefore(ageMinutes), timeBefore(ageMinutes));
  };
  for (const id of [used, unused]) {
    await write(photos, `${id}-320.webp`, 20_000);
    await write(photos, `${id}.json`, 20_000, JSON.stringify({ id, sizes: [{ width: 320, height: 240 }] }));
  }

  const pauses: { readonly ms: number | undefined; readonly end: (value?: unknown) => void }[] = [];
  vi.mocked(wait).mockImplementation((ms, _value, { signal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', reject);
    pauses.push({ ms, end: () => resolve(undefined as never) });
    return promise;
  });
  const decisions = new MemoryEventLog();
  const log = {
    readStream: decisions.readStream.bind(decisions),
    head: vi.fn(async (): Promise<bigint | undefined> => 7n),
    readAll: async function* () {
      yield firstEvent;
    },
  };
  const waitFor = vi.fn(async (_position: bigint) => true);
  const inUse = { json: JSON.stringify({ count: 1, unusedSince: null }), position: 1n, revision: 0n };
  const { startTidying, close } = await openPictures({
    config: { pictures: { kind: 'folder', folder: photos }, uploads },
    uses: { waitFor, getMany: async (_, ids) => ids.map((id) => (id === used ? inUse : undefined)) },
    fetchPublic: () => Promise.reject(new Error('Not used here')),
    logger: { info: () => undefined, warn: (problem) => expect.fail(JSON.stringify(problem)) },
    log,
  });
  onTestFinished(close);
  startTidying();
  return {
    log,
    waitFor,
    pauses,
    decisions,
    addFile: (name: string, ageMinutes: number) => write(photos, name, ageMinutes),
    addUpload: (name: string, ageMinutes: number) => write(uploads, name, ageMinutes),
    /** Resolves when everything is done that is due then. */
    endPause: async () => {
      const { length } = pauses;
      pauses.at(-1)?.end();
      await until(() => pauses.length > length);
    },
    photos: async () => (await readdir(photos)).sort(),
    uploads: () => readdir(uploads),
  };
}

const filesOf = (...ids: string[]) => ids.flatMap((id) => [`${id}-320.webp`, `${id}.json`]);

test('photos that nothing uses are removed a minute after a start or an hour later, once all uses are known', async () => {
  const { log, waitFor, pauses, endPause, photos } = await openStore();
  // The log has no event yet: it may not be the one of the photos.
  log.head.mockResolvedValueOnce(undefined);
  await endPause();
  // The read model may lack an event that names a photo.
  waitFor.mockResolvedValueOnce(false);
  await endPause();
  expect(waitFor.mock.lastCall?.[0]).toBe(7n);
  expect(await photos()).toEqual(filesOf(used, unused));
  await endPause();
  expect(await photos()).toEqual(filesOf(used));
  expect(pauses.map(({ ms }) => (ms ?? 0) / minuteMs)).toEqual([1, 60, 60, 60]);
});

test('no photo is removed while an operator has an event left out, which may name it', async () => {
  const { decisions, endPause, photos } = await openStore();
  const { name, version } = picturesProjection;
  decisions.append(`projection-${name}`, 'EventSkipped', { version, position: '5', why: 'A faulty import' });
  await endPause();
  expect(await photos()).toEqual(filesOf(used, unused));
});

test('what killed processes have left is removed, and what others may be writing stays', async () => {
  const { endPause, addFile, addUpload, photos, uploads } = await openStore();
  const unfinished = (ageMinutes: number) => addFile(`${used}.json.${newId()}.part`, ageMinutes);
  for (const ageMinutes of [9, 11, 90]) await unfinished(ageMinutes);
  for (const ageMinutes of [50, 70, 900]) await addUpload(`${ageMinutes} minutes`, ageMinutes);
  await endPause();
  const names = await photos();
  expect(names.filter((name) => !name.endsWith('.part'))).toEqual(filesOf(used));
  expect(names).toHaveLength(3);
  expect(await uploads()).toEqual(['50 minutes']);
});
