import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { PushConfig } from '../../../core/contracts/notifications.ts';
import type { PushReceivers } from '../../../push/subscriptions.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import * as operations from './push-operations.ts';

export interface PushDeps {
  /** Undefined: no push messages are sent. */
  readonly push: PushReceivers | undefined;
  readonly notifications: ReadModelReader;
  readonly authentication: Authentication;
}

/** Subscriptions of browsers are secrets and no business facts: they are stored apart from the log (docs/adr/0058). */
export function pushRoutes(app: Routes, { push, notifications, authentication }: PushDeps): void {
  const onRequest = authentication.required('Please log in to get push messages');

  app.get('/notifications/push', { schema: operations.readPush, onRequest }, async () => {
    return { publicKey: push?.publicKey ?? null } satisfies PushConfig;
  });

  app.put('/notifications/push', { schema: operations.subscribe, onRequest }, async (request, reply) => {
    if (!push) throw operations.notConfigured();
    const { uid } = userOf(request);
    const { endpoint, keys } = request.body;
    const sentThrough = Number((await notifications.position()) ?? 0n);
    await push.subscriptions.add({ uid, endpoint, keys, sentThrough });
    return reply.code(204).send();
  });

  app.post('/notifications/push/unsubscribe', { schema: operations.unsubscribe, onRequest }, async (request, reply) => {
    if (!push) throw operations.notConfigured();
    await push.subscriptions.remove(userOf(request).uid, request.body.endpoint);
    return reply.code(204).send();
  });
}
