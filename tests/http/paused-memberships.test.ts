/** Who may see the list of a household while an operator has paused the read model of households. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';
import { outcome } from '../support/household-calls.ts';

let folder: string;
let running: EmbeddedApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-paused-'));
  running = await openEmbeddedApp(folder, ['mia', 'tom', 'alex']);
  await running.makeOperator('alex');
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

const send = (user: string, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  injectChecked(running.app, {
    ...{ method, url: `/api${path}`, headers: { authorization: `Bearer token-${user}` } },
    ...(payload && { payload }),
  });

it('only its members, as the log knows them', async () => {
  const { id } = (await send('mia', 'POST', '/households', { name: 'Home' })).json<Household>();
  const { code } = (await send('mia', 'POST', `/households/${id}/invitations`, { uses: 1 })).json<IssuedInvitation>();
  expect(outcome(await send('tom', 'POST', '/households/join', { code }))).toBe(200);
  expect(outcome(await send('tom', 'GET', `/grocery-list/${id}`))).toBe(200);
  expect(outcome(await send('alex', 'POST', '/audit/projections/households/pause'))).toBe(204);
  const stateOf = async () => {
    const { items } = (await send('alex', 'GET', '/audit/projections')).json();
    return items.find(({ name }: { name: string }) => name === 'households')?.state;
  };
  await expect.poll(stateOf).toBe('paused');
  expect(outcome(await send('mia', 'DELETE', `/households/${id}/members/tom`))).toBe(204);
  for (const path of [`/grocery-list/${id}`, `/meal-plan/${id}`]) {
    expect(outcome(await send('tom', 'GET', path)), path).toBe('403 FORBIDDEN');
    expect(outcome(await send('mia', 'GET', path)), path).toBe(200);
  }
});
