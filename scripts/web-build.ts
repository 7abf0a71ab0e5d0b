/** Builds the web client, but only when something that goes into it has changed since the last time. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const inputs = ['web', 'server/contracts', 'vite.config.ts', 'package-lock.json'];

/** `failed`: the bundler has said why on the console. */
export type WebBuild = 'built' | 'up to date' | 'failed';

/** @param build puts the client into `dist/web` and says whether that went well */
export const ensureWebBuilt = (repository: string, build: (repository: string) => boolean = viteBuild): WebBuild => {
  const stamp = join(repository, 'dist/web-inputs.sha256');
  const current = fingerprint(repository);
  const built = existsSync(join(repository, 'dist/web/index.html')) && existsSync(stamp);
  if (built && readFileSync(stamp, 'utf8') === current) return 'up to date';
  if (!build(repository)) return 'failed';
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
 * In a process of its own, so that the bundler's memory is gone before the server starts, and always for production:
 * a test run's own `NODE_ENV` would bring React's slow development build.
 */
const viteBuild = (repository: string): boolean => {
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  return (
    spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: repository,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    }).status === 0
  );
};
