/** Builds the web client, but only if one of its inputs has changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const inputs = [
  'web',
  'server/core/contracts',
  'server/http/plugins/screens.ts',
  'scripts/vite',
  'vite.config.ts',
  'package-lock.json',
];

/** `failed`: the bundler has printed the reason. */
export type WebBuild = 'built' | 'up to date' | 'failed';

interface Builder {
  /** Builds the client into `dist/web`; resolves with whether it succeeded. */
  build(repository: string): Promise<boolean>;
  /** Announces a build, which takes a while. */
  log(line: string): void;
}

export const ensureWebBuilt = async (repository: string, { build, log }: Builder = viteBuilder): Promise<WebBuild> => {
  const stamp = join(repository, 'dist/web-inputs.sha256');
  const current = fingerprint(repository);
  const built = existsSync(join(repository, 'dist/web/index.html')) && existsSync(stamp);
  if (built && readFileSync(stamp, 'utf8') === current) return 'up to date';
  log('Building the web client: this takes some seconds');
  if (!(await build(repository))) return 'failed';
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current);
  return 'built';
};

const fingerprint = (repository: string): string => {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesOf(join(repository, input))).sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(repository, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
};

const filesOf = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};

/**
 * In a separate process, so that the bundler's memory is freed before the server starts, and always for production: the
 * `NODE_ENV` of a test run would select React's slow development build.
 */
const viteBuild = async (repository: string): Promise<boolean> => {
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const building = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: repository,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // A signal during the build ends the bundler first, then this process.
  let received: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    received = signal;
    building.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const [code] = await once(building, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (received) process.kill(process.pid, received);
  return code === 0;
};

const viteBuilder: Builder = { build: viteBuild, log: (line) => console.log(line) };
