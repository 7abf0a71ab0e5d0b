/** Finds the programs that some suites need besides those that `npm ci` installs. */
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

export type ProgramName =
  | 'redis-server'
  | 'chromium'
  | 'chromium-headless-shell'
  | 'strace'
  | 'prlimit'
  | 'docker'
  | 'curl'
  | 'openssl'
  | 'go';

const names: Record<ProgramName, readonly string[]> = {
  'redis-server': ['redis-server'],
  // The same browser without windows needs less of the processor.
  chromium: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  'chromium-headless-shell': ['chromium-headless-shell'],
  strace: ['strace'],
  prlimit: ['prlimit'],
  docker: ['docker'],
  curl: ['curl'],
  openssl: ['openssl'],
  go: ['go'],
};

/** The program's path; undefined if it is not installed. `CHROME_PATH` names a Chromium that is not on the PATH. */
export const findProgram = (program: ProgramName): string | undefined => {
  const chosen = program === 'chromium' && process.env.CHROME_PATH ? [process.env.CHROME_PATH] : [];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...chosen, ...names[program]]
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find(isExecutable);
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
