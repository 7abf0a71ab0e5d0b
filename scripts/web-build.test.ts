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

let said: string[] = [];
const say = (line: string): void => void said.push(line);

const build = async (): Promise<boolean> => {
  builds += 1;
  write('dist/web/index.html', '<html></html>');
  return true;
};
const ensure = () => ensureWebBuilt(repository, { build, say });

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'potluck-web-build-'));
  builds = 0;
  said = [];
  write('web/main.tsx', 'one');
  write('server/core/contracts/community.ts', 'one');
  write('vite.config.ts', 'one');
  write('package-lock.json', 'one');
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

test('builds once, says so before, and not again while nothing changes', async () => {
  expect(await ensure()).toBe('built');
  expect(await ensure()).toBe('up to date');
  expect(builds).toBe(1);
  expect(said).toEqual(['Building the web client: this takes some seconds']);
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

test('builds again when a file was renamed, and when the result is gone', async () => {
  await ensure();
  rmSync(join(repository, 'web/main.tsx'));
  write('web/other.tsx', 'one');
  expect(await ensure()).toBe('built');
  rmSync(join(repository, 'dist/web'), { recursive: true });
  expect(await ensure()).toBe('built');
});

test('tries again after a build that failed', async () => {
  const failing = async (): Promise<boolean> => {
    write('dist/web/index.html', 'half');
    return false;
  };
  expect(await ensureWebBuilt(repository, { build: failing, say })).toBe('failed');
  expect(await ensure()).toBe('built');
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s while it builds ends the bundler too', async (signal) => {
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
