/** A rolling update runs two releases at the same time: the older one cannot process the newer one's events. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

describe('a list with an event of a newer release', () => {
  const lines: string[] = [];
  let folder: string;
  let opened: EmbeddedApp;
  let log: EventLog;
  let listId: string;
  const as = (user: string, options: { method: 'GET' | 'POST'; url: string; payload?: object }) =>
    injectChecked(opened.app, { ...options, headers: { authorization: `Bearer token-${user}` } });
  const addMilk = (user: string) =>
    as(user, {
      method: 'POST',
      url: '/api/grocery-list',
      payload: { userId: user, ingredients: [{ name: 'Milk', amount: '1', unit: 'l' }] },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'potluck-newer-release-'));
    opened = await openEmbeddedApp(folder, ['mia', 'leo'], {
      wrapCommandLog: (commandLog) => {
        log = commandLog;
        return commandLog;
      },
      logger: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    });
    listId = (await addMilk('mia')).json().listId;
    const commandId = newId();
    const ids = { actor: 'mia', commandId, correlationId: commandId };
    const meta = { ...ids, at: new Date().toISOString(), schema: 1 };
    await log.append(`groceryList-${listId}`, [{ id: newId(), type: 'GroceryListShared', data: {}, meta }], 0n);
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  it('rejects every change with Retry-After, and is logged once', async () => {
    const head = await log.head();
    for (const response of [await addMilk('mia'), await addMilk('mia')]) {
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.json()).toMatchObject({
        code: 'NEWER_RELEASE',
        message: 'Potluck is being updated; please try again in a minute',
      });
    }
    expect(await log.head()).toBe(head);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 40,
        msg:
          'A newer release has recorded a GroceryListShared: this one does not know such events. ' +
          'Until this process is replaced, it responds to some calls with 503',
      }),
    ]);
  });

  it('returns no incomplete history', async () => {
    const response = await as('mia', { method: 'GET', url: `/api/grocery-list/mia/history` });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: 'NEWER_RELEASE' });
  });

  it('can still be read, and does not block other lists', async () => {
    const response = await as('mia', { method: 'GET', url: '/api/grocery-list/mia' });
    expect(response.json()).toMatchObject({ listId, items: [{ name: 'Milk' }] });
    expect((await addMilk('leo')).statusCode).toBe(201);
  });
});
