import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../tests/support/command.ts';
import { ensureWebBuilt } from './web-build.ts';

let repository = '';
let builds = 0;

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
};

let logged: string[] = [];
const log = (line: string): void => void logged.push(line);

const build = async (): Promise<boolean> => {
  builds += 1;
  write('dist/web/index.html', '<html></html>');
  return true;
};
const ensure = () => ensureWebBuilt(repository, { build, log });

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'potluck-web-build-'));
  builds = 0;
  logged = [];
  write('web/main.tsx', 'one');
  write('server/core/contracts/community.ts', 'one');
  write('vite.config.ts', 'one');
  write('package-lock.json', 'one');
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

test('announces a build, and does not build again while nothing changes', async () => {
  expect(await ensure()).toBe('built');
  expect(await ensure()).toBe('up to date');
  expect(builds).toBe(1);
  expect(logged).toEqual(['Building the web client: this takes some seconds']);
});

test.each([
  'web/main.tsx',
  'web/features/new-one.tsx',
  'server/core/contracts/community.ts',
  'vite.config.ts',
  'package-lock.json',
])('builds again after a change of %s', async (path) => {
  await ensure();
  write(path, 'two');
  expect(await ensure()).toBe('built');
});

test('builds again after a file is renamed or the output is deleted', async () => {
  await ensure();
  rmSync(join(repository, 'web/main.tsx'));
  write('web/other.tsx', 'one');
  expect(await ensure()).toBe('built');
  rmSync(join(repository, 'dist/web'), { recursive: true });
  expect(await ensure()).toBe('built');
});

test('builds again after a failed build', async () => {
  const failing = async (): Promise<boolean> => {
    write('dist/web/index.html', 'half');
    return false;
  };
  expect(await ensureWebBuilt(repository, { build: failing, log })).toBe('failed');
  expect(await ensure()).toBe('built');
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s during a build also ends the bundler', async (signal) => {
  write('node_modules/vite/bin/vite.js', 'console.log("bundling"); setInterval(() => {}, 1000);');
  const module = JSON.stringify(resolve(import.meta.dirname, 'web-build.ts'));
  const program = `import { ensureWebBuilt } from ${module}; await ensureWebBuilt(${JSON.stringify(repository)})`;
  const started = runProgram(process.execPath, ['--input-type=module', '--eval', program], process.env);
  try {
    await started.waitForOutput(/bundling/, 10_000);
    expect(started.stdout()).toMatch(/^Building the web client/);
    started.kill(signal);
    expect(await started.exit).toEqual({ code: null, signal });
    expect(started.survivors()).toEqual([]);
  } finally {
    started.killAll();
  }
});
