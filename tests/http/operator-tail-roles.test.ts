/** What a tail of the log does while the role of its operator cannot be looked up. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { staffProjection } from '../../projections/definitions/staff.ts';
import { ReadModelUnavailable } from '../../projections/read-models/read-model-store.ts';
import { type TailFrame, tailCloseCodes } from '../../server/core/contracts/tail.ts';
import { openEmbeddedApp } from '../support/embedded-app.ts';

test('a tail ends while the role of its operator cannot be looked up, since it may have ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-tail-roles-'));
  const { app, store, makeOperator, close } = await openEmbeddedApp(folder, ['eve']);
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  await makeOperator('eve');
  const { host } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const headers = { authorization: 'Bearer token-eve' };
  const socket = new WebSocket(`ws://${host}/api/audit/tail?why=To+see+what+happens`, { headers });
  const frames: TailFrame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  const closed = once(socket, 'close');
  await once(socket, 'open');
  vi.spyOn(store.open(staffProjection), 'get').mockRejectedValue(new ReadModelUnavailable('The store is away'));
  const [code] = await closed;
  expect([code, frames.at(-1)]).toMatchObject([tailCloseCodes.unavailable, { kind: 'end', reason: 'unavailable' }]);
});
