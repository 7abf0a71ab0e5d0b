import { resolve } from 'node:path';

/** Of a server's process: with nothing of this one's own environment, which says that it is a test. */
export const serverEnvironment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  // What one start has compiled, as `npm start` keeps it: the servers of the tests start dozens of times.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/potluck'),
  ...env,
});
