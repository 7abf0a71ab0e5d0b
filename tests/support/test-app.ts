import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPMethods, InjectOptions, LightMyRequestResponse } from 'fastify';
import { injectChecked } from './checked-inject.ts';
import { type EmbeddedAppOptions, openEmbeddedApp } from './embedded-app.ts';
import { openElsewhere } from './pictures-elsewhere.ts';

type Headers = Record<string, string>;

/** Sends requests as one user or as a visitor. */
interface Client {
  get(url: string, headers?: Headers): Promise<LightMyRequestResponse>;
  post(url: string, body?: object | string, headers?: Headers): Promise<LightMyRequestResponse>;
  put(url: string, body: object, headers?: Headers): Promise<LightMyRequestResponse>;
  patch(url: string, body: object, headers?: Headers): Promise<LightMyRequestResponse>;
  delete(url: string, body?: object | string, headers?: Headers): Promise<LightMyRequestResponse>;
}

export interface TestApp {
  /** Of its data. */
  readonly folder: string;
  /** The addresses of pictures that it has fetched from other sites, in order. */
  readonly fetched: readonly string[];
  as(user: string | undefined): Client;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** The routes of a method, as a tree of their parts. */
  printRoutes(method: HTTPMethods): string;
  /** As the command on the machine does. */
  makeOperator(uid: string): Promise<void>;
  /** Position of the last event in the log. */
  head(): Promise<bigint | undefined>;
  /** Stops the application and starts it again on the same log. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The application in embedded mode, on its own log, with known users. */
export const openTestApp = (...users: string[]): Promise<TestApp> => openTestAppWith({}, users);

export async function openTestAppWith(
  options: Pick<EmbeddedAppOptions, 'wrapCommandLog' | 'wrapCommands'>,
  users: readonly string[],
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-http-'));
  const { fetchPublic, fetched } = openElsewhere();
  let running = await openEmbeddedApp(folder, users, { ...options, fetchPublic });
  const send = (user: string | undefined, options: InjectOptions) =>
    injectChecked(running.app, {
      ...options,
      headers: { ...(user !== undefined && { authorization: `Bearer token-${user}` }), ...options.headers },
    });
  return {
    folder,
    fetched,
    as: (user) => ({
      get: (url, headers = {}) => send(user, { method: 'GET', url, headers }),
      post: (url, body, headers = {}) =>
        send(user, { method: 'POST', url, headers, ...(body !== undefined && { payload: body }) }),
      put: (url, body, headers = {}) => send(user, { method: 'PUT', url, payload: body, headers }),
      patch: (url, body, headers = {}) => send(user, { method: 'PATCH', url, payload: body, headers }),
      delete: (url, body, headers = {}) =>
        send(user, { method: 'DELETE', url, headers, ...(body !== undefined && { payload: body }) }),
    }),
    inject: (options) => injectChecked(running.app, options),
    printRoutes: (method) => running.app.printRoutes({ method }),
    makeOperator: (uid) => running.makeOperator(uid),
    head: () => running.head(),
    restart: async () => {
      await running.close();
      running = await openEmbeddedApp(folder, users, { ...options, fetchPublic });
    },
    close: async () => {
      await running.close();
      await rm(folder, { recursive: true });
    },
  };
}
