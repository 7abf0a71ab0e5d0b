import { createServer } from 'node:http';
import apiSpec from 'firebase-tools/lib/emulator/auth/apiSpec.js';
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js';
import { accountCalls } from '../account-calls.ts';
import { DurableState } from './durable-state.ts';
import type { EmulatorEmail, EmulatorSettings } from './messages.ts';

/** The operations that the browser SDK and the server use; the others are removed. */
const operations: ReadonlySet<string> = new Set([
  ...accountCalls.map((name) => `/v1/accounts:${name}`),
  '/v1/token',
  '/v1/projects/{targetProjectId}/accounts:lookup',
  '/v1/projects/{targetProjectId}/accounts:update',
  '/v1/projects/{targetProjectId}/accounts:delete',
]);

/**
 * The emulator compiles a validator for each parameter of each operation, which takes seconds. With only these
 * operations, and without the query parameters that they ignore, it takes a third of a second.
 */
function keepNeededOperations(): void {
  const { paths } = apiSpec.default;
  for (const name of operations) {
    if (!(name in paths)) throw new Error(`This version of firebase-tools has no ${name}: install the pinned one`);
  }
  for (const [name, path] of Object.entries(paths)) {
    if (!operations.has(name)) delete paths[name];
    for (const part of [path, ...Object.values(path)]) {
      if (part.parameters) part.parameters = part.parameters.filter((parameter) => parameter.in === 'path');
    }
  }
}

/**
 * Serves the accounts on a free loopback port, below a path that only the parent process knows: any client that can
 * reach the emulator is its administrator, and a local port can be found by scanning.
 * @returns the port
 */
export async function serve(
  settings: EmulatorSettings,
  onSaveFailed: (error: unknown) => void,
  onEmail: (email: EmulatorEmail) => void,
): Promise<number> {
  const { projectId, dir, path } = settings;
  const state = new DurableState(projectId, dir, onSaveFailed, onEmail);
  process.once('exit', () => state.close());
  keepNeededOperations();
  const emulator = await createApp(projectId, 0, new Map([[projectId, state]]));
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(`${path}/`)) {
      response.writeHead(404).end();
      return;
    }
    request.url = request.url.slice(path.length);
    emulator(request, response);
  });
  // The parent reuses connections: closing an idle one could race with a request.
  server.keepAliveTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The emulator listens on no port'));
      else resolve(address.port);
    });
  });
}
