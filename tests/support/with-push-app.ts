import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { PublicPost } from '../../server/core/network/public-post.ts';
import { type OpenedPush, openPush } from '../../server/open-push.ts';
import { makePushKeys } from '../../server/push/keys.ts';
import { type EmbeddedApp, openEmbeddedApp } from './embedded-app.ts';
import { type PushService, startPushService } from './push-service.ts';

const users = ['mia', 'ann', 'bo', 'cy', 'dan'];
const limits = { gatherMs: 1, firstRetryMs: 10, maxRetryMs: 50, maxAttempts: 3 };

/** Opens an application with push messages and a push service on loopback before each test of a suite. */
export function withPushApp() {
  let folder: string;
  let push: OpenedPush;
  let service: PushService;
  let app: EmbeddedApp;
  const lines: string[] = [];

  const start = async (post: PublicPost = service.post) => {
    const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    app = await openEmbeddedApp(folder, users, { push: { ...push, post, limits }, logger });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'potluck-push-'));
    const keyFile = join(folder, 'push-keys');
    await makePushKeys(keyFile);
    push = await openPush({ keyFile, contact: 'mailto:cook@example.org' }, join(folder, 'push'), {
      warn: (details, message) => lines.push(JSON.stringify({ details, message })),
    });
  });
  beforeEach(async () => {
    service = await startPushService(push.publicKey);
    await start();
  });
  afterEach(async () => {
    await app.close();
    await service[Symbol.asyncDispose]();
    await rm(push.folder, { recursive: true, force: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const call = (user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    app.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer token-${user}` },
      ...(payload && { payload }),
    });

  return {
    users,
    limits,
    /** The lines of the application's log. */
    lines,
    get folder() {
      return folder;
    },
    get push() {
      return push;
    },
    get service() {
      return service;
    },
    /** Starts the application again, after `close`. */
    start,
    startWithoutPush: async () => {
      app = await openEmbeddedApp(folder, users);
    },
    close: () => app.close(),
    makeOperator: (user: string) => app.makeOperator(user),
    call,
    publish: async (user: string, title: string): Promise<string> =>
      (await call(user, 'POST', '/community', { type: 'text', title, content: '' })).json().id,
    comment: (user: string, postId: string, text: string) =>
      call(user, 'POST', `/community/${postId}/comments`, { text }),
    subscribe: async (user: string) => {
      const browser = service.open();
      expect((await call(user, 'PUT', '/notifications/push', browser.subscription)).statusCode).toBe(204);
      return browser;
    },
    subscriptionsOf: (user: string) => push.subscriptions.of(user),
  };
}
