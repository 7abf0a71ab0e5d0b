import type { TestProject } from 'vitest/node';
import { type RunningServer, startServer } from './running-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server that browser tests share. */
    sharedServer: string;
    /** Its `DATA_DIR`. */
    sharedServerFolder: string;
  }
}

let server: RunningServer | undefined;

/** Vitest calls this before the first browser test. */
export async function setup(project: TestProject): Promise<void> {
  server = await startServer();
  await server.accounts();
  project.provide('sharedServer', server.address);
  project.provide('sharedServerFolder', server.folder);
}

/** Vitest calls this after the last one. */
export const teardown = (): void => server?.remove();
