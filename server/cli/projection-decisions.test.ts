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
  app.addHook('onSend', async (request) => void request.raw.socket.destroy());
  localProjectionRoutes(app, { commands: createCommandHandler(log), projections: () => [], rebuilds: () => [] });
  await app.listen({ path: socket });
  onTestFinished(async () => {
    await app.close();
    await log.close();
    rmSync(folder, { recursive: true });
  });
  return { log, server: { eventLog: { kind: 'sqlite' }, controlSocket: socket } as const };
}

test('a server that ends after it has recorded a decision does not make this process record it again', async () => {
  const { log, server } = await openEndingServer();
  const result = { projection: 'posts', version: 1, compared: 9, differences: 0 };
  const body = { type: 'RecordVerification', of: 'live', results: [result] } as const;
  const decision = { id: newId(), name: 'verifications', body };
  expect(await recordInServer(server, decision)).toBe(false);
  await recordDecision(log, decision, body);
  const recorded: object[] = [];
  for await (const { stream, type, data } of log.readAll()) recorded.push({ stream, type, data });
  const data = { of: 'live', results: [result] };
  expect(recorded).toEqual([{ stream: 'projection-verifications', type: 'VerificationEnded', data }]);
});
