import { statfsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { maxAppendBytes } from '../../core/event-log.ts';
import { diskFullFailure, writeFailureOf } from './write-failure.ts';

vi.mock('node:fs', { spy: true });

it.each([
  [13, 'DISK_FULL'],
  [778, 'DISK_ERROR'],
  [1032, 'DISK_READ_ONLY'],
  [261, 'LOCKED'],
])("maps SQLite's result code %i to %s", (errcode, code) => {
  const failure = writeFailureOf(Object.assign(new Error('what SQLite says'), { errcode }));
  expect(failure).toEqual({ code, reason: 'what SQLite says' });
});

it('reports a full disk when the largest append and its index entries may not fit', () => {
  const real = statfsSync('.');
  const withFree = (bytes: number) =>
    vi.mocked(statfsSync).mockReturnValue(Object.assign(Object.create(real), { bsize: 1, bavail: bytes }));
  withFree(4 * maxAppendBytes);
  expect(diskFullFailure('/data/events.db')).toBeUndefined();
  expect(statfsSync).toHaveBeenLastCalledWith('/data');
  withFree(4 * maxAppendBytes - 1);
  expect(diskFullFailure('/data/events.db')).toMatchObject({
    code: 'DISK_FULL',
    reason: expect.stringContaining('are free'),
  });
});
