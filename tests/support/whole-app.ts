/** The whole application on one port, in embedded mode, with known users instead of the identity service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedApp } from './embedded-app.ts';

export interface WholeApp {
  readonly url: URL;
  close(): Promise<void>;
}

/** @param users the token of `mia` is `token-mia` */
export async function openWholeApp(...users: string[]): Promise<WholeApp> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-app-'));
  const { app, close } = await openEmbeddedApp(folder, users, { live: true });
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  app.listen({ host: '127.0.0.1', port: 0 }, (error, address) => (error ? reject(error) : resolve(address)));
  return {
    url: new URL(await listening),
    close: async () => {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
