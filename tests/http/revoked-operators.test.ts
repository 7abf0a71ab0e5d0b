/** What operators can do after their role was revoked, while the read model does not show it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { staffModel, staffProjection } from '../../projections/definitions/staff.ts';
import { openEmbeddedApp } from '../support/embedded-app.ts';

test('an operator who is a moderator, too, is no operator from the revocation on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-revoked-operators-'));
  const { app, store, makeOperator, close } = await openEmbeddedApp(folder, ['eve', 'kim']);
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  for (const uid of ['eve', 'kim']) await makeOperator(uid);
  const send = (uid: string, method: 'GET' | 'PUT' | 'DELETE', url: string) =>
    app.inject({ method, url, headers: { authorization: `Bearer token-${uid}` } });
  expect((await send('kim', 'PUT', '/api/staff/eve/roles/moderator')).statusCode).toBe(204);
  expect((await send('eve', 'GET', '/api/audit/projections')).statusCode).toBe(200);
  const model = store.open(staffProjection);
  const asBefore = await model.get(staffModel.members, 'eve');
  expect(JSON.parse(asBefore?.json ?? '{}').roles).toHaveLength(2);
  expect((await send('kim', 'DELETE', '/api/staff/eve/roles/operator')).statusCode).toBe(204);
  vi.spyOn(model, 'get').mockResolvedValue(asBefore);
  expect((await send('eve', 'GET', '/api/audit/projections')).statusCode).toBe(404);
  expect((await send('eve', 'GET', '/api/moderation/cases')).statusCode).toBe(200);
});
