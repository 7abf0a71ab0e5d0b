/** Meal plans as calendars, by secret links. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { CreatedCalendarLink } from '../../server/core/contracts/calendar.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { daysAfter, mondayOf } from '../../server/core/contracts/week.ts';
import { logObserver } from '../../server/observation/log-observer.ts';
import { openEmbeddedApp } from '../support/embedded-app.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const unknown = `/api/calendar/${'a'.repeat(32)}.ics`;
const monday = mondayOf(new Date().toISOString().slice(0, 10));
const compact = (date: string) => date.replaceAll('-', '');

/** The events of a calendar, by the names of their properties; long lines are unfolded (RFC 5545, section 3.1). */
const eventsIn = (calendar: string): Record<string, string>[] =>
  calendar
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split('\r\n')
          .map((property) => [property.split(/[:;]/, 1)[0], property.slice(property.indexOf(':') + 1)]),
      ),
    );

describe('the calendar of a meal plan', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann');
  });
  afterAll(() => app.close());

  const linkOf = (whose: string) => `/api/meal-plan/${whose}/calendar-link`;
  const create = async (as: string, whose = as): Promise<string> => {
    const response = await app.as(as).post(linkOf(whose));
    expect(response.statusCode).toBe(201);
    return response.json<CreatedCalendarLink>().path;
  };
  const fetchAt = (path: string, headers = {}) => app.as(undefined).get(path, headers);
  const statusOf = async (path: string) => (await fetchAt(path)).statusCode;
  const hasLink = async (as: string, whose = as) => (await app.as(as).get(linkOf(whose))).json().createdAt !== null;
  const publish = async (as: string, title: string): Promise<{ id: string; title: string }> => {
    const { id } = (await app.as(as).post('/api/recipes', { type: 'image', title })).json();
    return { id, title };
  };
  const plan = (as: string, whose: string, day: string, recipe: object | null, week = monday) =>
    app.as(as).patch(`/api/meal-plan/${whose}?week=${week}`, { slots: [{ day, meal: 'Dinner', recipe }] });

  it('has an all-day event for each meal, with the current recipe and a link to it', async () => {
    const [soup, pie] = [await publish('mia', 'Soup, hot'), await publish('mia', 'Pie')];
    await plan('mia', 'mia', 'Wednesday', soup);
    await plan('mia', 'mia', 'Sunday', pie, daysAfter(monday, 7));
    await plan('mia', 'mia', 'Monday', pie, daysAfter(monday, 7 * 40));
    const path = await create('mia');
    const calendar = await app.inject({ url: path, headers: { host: 'potluck.example' } });
    expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(calendar.body).toContain('X-WR-CALNAME:Meal plan\r\n');
    const [first, second, ...others] = eventsIn(calendar.body);
    expect(first).toMatchObject({
      DTSTART: compact(daysAfter(monday, 2)),
      SUMMARY: 'Dinner: Soup\\, hot',
      URL: `http://potluck.example/recipe/${soup.id}`,
      TRANSP: 'TRANSPARENT',
    });
    expect(second).toMatchObject({ DTSTART: compact(daysAfter(monday, 13)), SUMMARY: 'Dinner: Pie' });
    expect(others).toEqual([]);

    // Another recipe in the same slot is the same event.
    await plan('mia', 'mia', 'Wednesday', pie);
    await app.as('mia').delete(`/api/recipes/${pie.id}`);
    const [changed] = eventsIn((await fetchAt(path)).body);
    expect(changed).toMatchObject({ UID: first?.UID, SUMMARY: 'Dinner: Pie' });
    expect(changed?.DESCRIPTION).toBe('The recipe was withdrawn by its author.');
    expect(changed).not.toHaveProperty('URL');
  });

  it('is not sent again until it has changed', async () => {
    const path = await create('ann');
    const headers = { 'if-none-match': (await fetchAt(path)).headers.etag };
    expect((await fetchAt(path, headers)).statusCode).toBe(304);
    await plan('ann', 'ann', 'Friday', await publish('ann', 'Stew'));
    expect(eventsIn((await fetchAt(path, headers)).body)).toMatchObject([{ SUMMARY: 'Dinner: Stew' }]);
  });

  it('has one valid link for each user, until it is revoked or replaced', async () => {
    expect(await hasLink('tom')).toBe(false);
    const first = await create('tom');
    expect([await hasLink('tom'), await statusOf(first)]).toEqual([true, 200]);
    const second = await create('tom');
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect((await app.as('tom').delete(linkOf('tom'))).statusCode).toBe(204);
    expect([await hasLink('tom'), await statusOf(second)]).toEqual([false, 404]);
    const [revoked, never] = [await fetchAt(second), await fetchAt(unknown)];
    expect(revoked.json()).toEqual(never.json());
    expect(never.json()).toMatchObject({ code: 'NOT_FOUND', message: 'There is nothing at this address' });
  });

  it('does not return its address to a repeated request', async () => {
    const headers = { 'idempotency-key': newId() };
    const [first, repeated] = [
      await app.as('tom').post(linkOf('tom'), undefined, headers),
      await app.as('tom').post(linkOf('tom'), undefined, headers),
    ];
    expect([first.statusCode, repeated.statusCode, repeated.json().code]).toEqual([201, 409, 'LINK_SHOWN_BEFORE']);
    expect(await statusOf(first.json<CreatedCalendarLink>().path)).toBe(200);
  });

  it('of a household is for its members, each with a link that ends with their membership', async () => {
    const { id } = (await app.as('mia').post('/api/households', { name: 'Home' })).json<Household>();
    expect((await app.as('tom').post(linkOf(id))).statusCode).toBe(403);
    const join = async () => {
      const invited = (await app.as('mia').post(`/api/households/${id}/invitations`)).json<IssuedInvitation>();
      await app.as('tom').post('/api/households/join', { code: invited.code });
    };
    await join();
    await plan('mia', id, 'Tuesday', await publish('mia', 'Ramen'));
    const [ofMia, ofTom, own] = [await create('mia', id), await create('tom', id), await create('tom')];
    const shown = await fetchAt(ofTom);
    expect(shown.body).toContain('X-WR-CALNAME:Meal plan: Home\r\n');
    expect(eventsIn(shown.body)).toMatchObject([{ SUMMARY: 'Dinner: Ramen' }]);

    await app.as('mia').delete(`/api/households/${id}/members/tom`);
    expect(await statusOf(ofTom)).toBe(404);
    await join();
    expect([await statusOf(ofTom), await hasLink('tom', id)]).toEqual([404, false]);
    const again = await create('tom', id);
    expect([await statusOf(again), await statusOf(ofMia), await statusOf(own)]).toEqual([200, 200, 200]);
    await app.as('mia').delete(`/api/households/${id}`);
    expect([await statusOf(again), await statusOf(ofMia), await statusOf(own)]).toEqual([404, 404, 200]);
  });
});

describe('the secret of a calendar', () => {
  it('is in no file and no log line, and requests with it are limited by address', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'potluck-calendar-'));
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    const opened = await openEmbeddedApp(folder, ['mia'], {
      ...{ logger, observer: logObserver(logger), rateLimit: 5, snapshots: true },
    });
    onTestFinished(() => rm(folder, { recursive: true }));
    const headers = { authorization: 'Bearer token-mia' };
    const url = '/api/meal-plan/mia/calendar-link';
    const { path } = (await opened.app.inject({ method: 'POST', url, headers })).json<CreatedCalendarLink>();
    const fetchFrom = async (remoteAddress: string) =>
      (await opened.app.inject({ url: path, remoteAddress })).statusCode;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push(await fetchFrom('198.51.100.7'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await fetchFrom('203.0.113.9')).toBe(200);
    await opened.app.inject({ method: 'DELETE', url, headers });
    await opened.app.inject({ url: path, remoteAddress: '192.0.2.1' });
    await opened.close();

    const secret = path.split('/').at(-1)?.replace('.ics', '') ?? '';
    expect(secret).toMatch(/^[\w-]{32}$/);
    expect(lines.filter((line) => line.includes('/api/calendar/:file'))).toHaveLength(8);
    expect(lines.join('')).not.toContain(secret);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const { parentPath, name } of files) {
      expect((await readFile(join(parentPath, name))).includes(secret), name).toBe(false);
    }
  });
});
