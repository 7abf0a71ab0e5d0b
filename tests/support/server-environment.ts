import { resolve } from 'node:path';

/** The processes of all tests share it, as those of `npm start` do: the tests start servers dozens of times. */
export const compileCacheFolder = resolve('node_modules/.cache/potluck');

/** The environment of a server process, without the test's own variables. */
export const serverEnvironment = (env: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: compileCacheFolder,
  ...env,
});
