import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CommandFailed, exitCodes } from './exit.ts';
import { streamLocalServer } from './local-server.ts';

const { signal } = new AbortController();

async function listen(respond: (response: ServerResponse) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-local-'));
  const socket = join(folder, 'control.sock');
  const server = createServer((_request, response) => respond(response));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return socket;
}

async function valuesFrom(socket: string): Promise<{ values: unknown[]; error: unknown }> {
  const values: unknown[] = [];
  try {
    for await (const value of (await streamLocalServer(socket, '/', signal)) ?? []) values.push(value);
  } catch (error) {
    return { values, error };
  }
  return { values, error: undefined };
}

const ended = new CommandFailed('The server has ended the connection', exitCodes.unreachable);

test.each([
  ['after a line', '{"n":1}\n'],
  ['within a line', '{"n":1}\n{"n":'],
])('a server that is killed %s ends the command with one line', async (_title, text) => {
  const socket = await listen((response) => void response.write(text, () => setImmediate(() => response.destroy())));
  const { values, error } = await valuesFrom(socket);
  expect(values).toEqual([{ n: 1 }]);
  expect(error).toEqual(ended);
  expect(error).toHaveProperty('exitCode', exitCodes.unreachable);
});

test('a refusal is the message of the server, and no server is no answer', async () => {
  const refuse = (response: ServerResponse) => void response.writeHead(409).end('{"message":"One is running"}');
  const { error } = await valuesFrom(await listen(refuse));
  expect(error).toEqual(new CommandFailed('One is running', exitCodes.usage));
  expect(await streamLocalServer(join(tmpdir(), 'potluck-no-server.sock'), '/', signal)).toBeUndefined();
});
