import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TestProject } from 'vitest/node';
import { EmulatorProcess } from '../../server/identity/emulator/emulator-process.ts';
import { emulatedProject } from '../../server/identity/emulator-identity.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of an accounts emulator for servers whose tests are not about accounts: starting one costs as much as a server. */
    accountsHost: string;
    /** The folder of its accounts, where it puts the last letter. */
    accountsFolder: string;
  }
}

let folder: string | undefined;
let emulator: EmulatorProcess | undefined;
let relay: Server | undefined;

/** Vitest calls this before the first test of a project. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'potluck-accounts-'));
  const log = { info: () => undefined, warn: (message: string) => void process.stderr.write(`${message}\n`) };
  emulator = new EmulatorProcess({ projectId: emulatedProject, dir: folder, log });
  relay = await relayTo(await emulator.base(60_000));
  project.provide('accountsFolder', folder);
  project.provide('accountsHost', `127.0.0.1:${(relay.address() as AddressInfo).port}`);
}

/** Vitest calls this after the last one. */
export async function teardown(): Promise<void> {
  relay?.closeAllConnections();
  relay?.close();
  await emulator?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** The emulator serves below a secret path; servers that share one expect it at the root. */
async function relayTo(base: string): Promise<Server> {
  const server = createServer((incoming, response) => {
    const { method, headers, url } = incoming;
    const upstream = request(`${base}${url}`, { method, headers }, async (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response).catch(() => response.destroy());
    });
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
