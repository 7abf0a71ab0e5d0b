/** The Dockerfile, and its command lines run without a container. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { runProgram } from '../support/command.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');

/** The command lines of an instruction, of all stages. */
const commandLines = (instruction: string): string[][] =>
  [...dockerfile.matchAll(new RegExp(`^${instruction}.*?(\\[".*\\])$`, 'gm'))].map(([, list = '[]']) =>
    JSON.parse(list),
  );

test('has the version of Node that npm ci installs', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(dockerfile).toContain(`NODE_IMAGE=node:${dependencies.node}-`);
});

test('starts the server as a user without rights, and copies only what exists', () => {
  expect(dockerfile).toMatch(/^USER node$/m);
  const [program, envFile, script = ''] = commandLines('ENTRYPOINT').at(-1) ?? [];
  expect([program, envFile]).toEqual(['node', '--env-file-if-exists=/run/potluck/potluck.env']);
  expect(existsSync(script)).toBe(true);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?:--\S+ )*(\S+) \S+$/gm)].map(([, source = '']) => source);
  expect(copied).toContain('server');
  for (const source of copied) expect(existsSync(source), source).toBe(true);
});

test('is healthy when the process says that it is ready', async () => {
  let status = 503;
  const server = createServer(({ url }, response) => response.writeHead(url === '/health/ready' ? status : 404).end());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const [[, ...args] = []] = commandLines('HEALTHCHECK');
  const exitCode = async () => (await runProgram(process.execPath, args, { PORT: String(port) }).exit).code;
  expect(await exitCode()).toBe(1);
  status = 200;
  expect(await exitCode()).toBe(0);
  server.close();
  expect(await exitCode()).toBe(1);
});
