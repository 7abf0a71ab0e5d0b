import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createCommandHandler } from '../commands/handle-command.ts';
import { newId } from '../commands/ids.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { localProjectionRoutes } from '../http/features/projections/local-routes.ts';
import { registerValidation } from '../http/plugins/validation.ts';
import { recordDecision, recordInServer } from './projection-decisions.ts';

/** A server of the embedded log that ends after it has recorded a decision, before it responds. */
async function openEndingServer() {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-decisions-'));
  const log = await openSqliteEventLog({ file: join(folder, 'events.sqlite') });
  const socket = join(folder, 'control.sock');
  const app = Fastify().withTypeProvider<TypeBoxTypeProvider>();
  registerValidation(app);
  let responses = 1;
  app.addHook('onSend', async (request) => {
    if (responses === 0) request.raw.socket.destroy();
    responses -= 1;
  });
  localProjectionRoutes(app, { commands: createCommandHandler(log), projections: () => [], rebuilds: () => [] });
  await app.listen({ path: socket });
  onTestFinished(async () => {
    await app.close();
    await log.close();
    rmSync(folder, { recursive: true });
  });
  return { log, server: { eventLog: { kind: 'sqlite' }, controlSocket: socket } as const };
}

test('a server that ends among several decisions does not make this process record one of them twice', async () => {
  const { log, server } = await openEndingServer();
  const command = { type: 'RecordVerification', version: 1, of: 'live', compared: 9, differences: 0 } as const;
  const decisions = ['posts', 'recipes', 'profiles'].map((name) => ({ id: newId(), name, body: command }));
  expect(await recordInServer(server, decisions)).toBe(false);
  const recorded = async () => {
    const streams: string[] = [];
    for await (const { stream } of log.readAll()) streams.push(stream);
    return streams;
  };
  expect(await recorded()).toEqual(['projection-posts', 'projection-recipes']);
  for (const decision of decisions) await recordDecision(log, decision, decision.body);
  expect(await recorded()).toEqual(['projection-posts', 'projection-recipes', 'projection-profiles']);
});
