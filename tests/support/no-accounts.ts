import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let host: Promise<string> | undefined;

/**
 * The environment of a server to which nobody signs in. Its accounts are an emulator without any: a real one takes half of
 * the time of a start.
 */
export async function withoutAccounts(): Promise<{ readonly FIREBASE_AUTH_EMULATOR_HOST: string }> {
  host ??= listen();
  return { FIREBASE_AUTH_EMULATOR_HOST: await host };
}

async function listen(): Promise<string> {
  const emulator = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  // It ends with the worker.
  emulator.unref();
  await once(emulator, 'listening');
  return `127.0.0.1:${(emulator.address() as AddressInfo).port}`;
}
