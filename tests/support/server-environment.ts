import { resolve } from 'node:path';

/** The environment of a server process, without the test's own variables. */
export const serverEnvironment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  // Shares the compile cache, as `npm start` does: the tests start servers dozens of times.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/potluck'),
  ...env,
});
