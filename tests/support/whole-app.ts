/** The whole application on one port, in embedded mode, with known users instead of the identity service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedApp } from './embedded-app.ts';

export interface WholeApp {
  readonly url: URL;
  /** Calls the API as a user and returns the parsed response. @throws Error when the status is not a success */
  call<T>(user: string, method: string, path: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

/** @param users the token of `mia` is `token-mia` */
export async function openWholeApp(...users: string[]): Promise<WholeApp> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-app-'));
  const { app, close } = await openEmbeddedApp(folder, users, { live: true });
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  app.listen({ host: '127.0.0.1', port: 0 }, (error, address) => (error ? reject(error) : resolve(address)));
  const url = new URL(await listening);
  return {
    url,
    call: async (user, method, path, body) => {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer token-${user}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
      return JSON.parse(text || 'null');
    },
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
