import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { profilesProjection } from '../../projections/definitions/profiles.ts';
import { staffProjection } from '../../projections/definitions/staff.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { startLocalControl } from './local-control.ts';

const unused = () => Promise.reject(new Error('Not used here'));

async function openSocket() {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-control-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const socket = join(folder, 'control.sock');
  const warn = vi.fn();
  const start = async () => {
    const store = new MemoryReadModels();
    const app = await startLocalControl(
      {
        commands: {
          handle: unused,
          read: unused,
          assertNotRefused: unused,
          underKey: unused,
          ...{ at: () => ({ read: unused }), forgetStreams: () => undefined },
        },
        ...{ staff: store.serve(staffProjection), profiles: store.serve(profilesProjection) },
        accounts: { read: unused, find: unused, checkPassword: unused, change: unused },
        ...{ projections: () => [], rebuilds: () => [], verifications: { findings: () => undefined } },
      },
      { socket, logger: { warn } },
    );
    onTestFinished(() => app.close());
    return app;
  };
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ socketPath: socket, path, agent: false }, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end();
    });
  return { socket, start, statusOf, warn };
}

test.skipIf(process.platform === 'win32')('only the user of the server may use its socket', async () => {
  const { socket, start } = await openSocket();
  await start();
  expect((await stat(socket)).mode & 0o777).toBe(0o600);
});

test('a second process on the same folder leaves the socket to the first, also when it stops', async () => {
  const { start, statusOf, warn } = await openSocket();
  await start();
  const second = await start();
  await second.close();
  expect(await statusOf('/unknown')).toBe(404);
  expect(warn).not.toHaveBeenCalled();
});

test('a socket that a killed process has left is replaced', async () => {
  const { socket, start, statusOf } = await openSocket();
  await writeFile(socket, '');
  await start();
  expect(await statusOf('/unknown')).toBe(404);
});
