import { describe, expect, test } from 'vitest';
import type { NewEvent } from '../core/event-log.ts';
import { outages } from './bad-days.ts';
import { simulatedHistory } from './simulated-history.ts';

const until = new Date('2026-06-30T00:00:00Z');
const hourMs = 60 * 60_000;
const startMs = until.getTime() - 365 * 24 * hourMs;
/** Until the second outage. */
const eventCount = 24_000;
const events = Array.from(simulatedHistory({ events: eventCount, seed: 4, until })).flatMap(
  ({ stream, events: appended }) => appended.map((event) => ({ ...event, stream })),
);

/** How many events there are of each value. */
function countBy(property: (event: NewEvent) => string | number) {
  const counts = new Map<string | number, number>();
  for (const event of events) counts.set(property(event), (counts.get(property(event)) ?? 0) + 1);
  return counts;
}

const hourOf = ({ meta }: NewEvent): number => Math.floor((Date.parse(meta.at) - startMs) / hourMs);
const inHours = (first: number, end: number) => events.filter((event) => hourOf(event) >= first && hourOf(event) < end);

describe('the life of a community', () => {
  test('is mostly lists and the feed, and has almost every kind of event', () => {
    const kinds = countBy(({ type }) => type);
    const share = (...types: string[]) => types.reduce((sum, type) => sum + (kinds.get(type) ?? 0), 0) / events.length;
    expect(kinds.size).toBeGreaterThanOrEqual(48);
    expect(share('GroceryItemsAdded', 'GroceryItemChecked', 'GroceryItemRemoved')).toBeGreaterThan(0.4);
    expect(share('PostLiked', 'CommentAdded', 'PostPublished')).toBeGreaterThan(0.12);
    expect(share('MealPlanned', 'MealMoved')).toBeGreaterThan(0.03);
    expect(share('ProfileCreated')).toBeLessThan(0.05);
  });

  test('has quiet nights, busy evenings, busy weekends and a growing number of people', () => {
    const byHour = countBy(({ meta }) => Number(meta.at.slice(11, 13)));
    const evening = (byHour.get(18) ?? 0) + (byHour.get(19) ?? 0);
    const night = (byHour.get(2) ?? 0) + (byHour.get(3) ?? 0);
    expect(evening).toBeGreaterThan(10 * night);

    const byWeekday = countBy(({ meta }) => new Date(meta.at).getUTCDay());
    const weekend = ((byWeekday.get(6) ?? 0) + (byWeekday.get(0) ?? 0)) / 2;
    const weekday = [1, 2, 3, 4].reduce((sum, day) => sum + (byWeekday.get(day) ?? 0), 0) / 4;
    expect(weekend).toBeGreaterThan(1.2 * weekday);

    const days = countBy(({ meta }) => meta.at.slice(0, 10));
    expect(days.size).toBeGreaterThan(100);
    expect(inHours(90 * 24, 100 * 24).length).toBeGreaterThan(3 * inHours(20 * 24, 30 * 24).length);
  });

  test('has a few people who do much, and many who do little', () => {
    const byActor = [...countBy(({ meta }) => meta.actor).values()].sort((a, b) => b - a);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    expect(byActor.length).toBeGreaterThan(100);
    expect(sum(byActor.slice(0, byActor.length / 10))).toBeGreaterThan(0.4 * events.length);
    expect(sum(byActor.slice(byActor.length / 2))).toBeLessThan(0.15 * events.length);
  });

  test('records nothing during an outage, and bursts of waiting changes after it', () => {
    const [, outage = { first: 0, end: 0 }] = outages;
    expect(inHours(outage.first, outage.end)).toHaveLength(0);
    const after = inHours(outage.end, outage.end + 1);
    expect(after.length).toBeGreaterThan(2 * inHours(outage.first - 1, outage.first).length);
    const gaps = after.map(({ meta }, n) => Date.parse(meta.at) - Date.parse(after[n - 1]?.meta.at ?? meta.at));
    expect(gaps.filter((ms) => ms < 100).length).toBeGreaterThan(after.length / 2);
  });

  test('has a wave of advertisements', () => {
    const isAdvertisement = ({ data }: NewEvent) => JSON.stringify(data).includes('.example/');
    const wave = inHours(75 * 24 + 13, 75 * 24 + 17);
    expect(wave.filter(isAdvertisement).length).toBeGreaterThan(10);
    expect(inHours(60 * 24, 70 * 24).filter(isAdvertisement)).toHaveLength(0);
  });

  test('has lists that were cleared by mistake and brought back', () => {
    const clearings = events.filter(({ type }) => type === 'GroceryListCleared');
    const undone = new Set(events.map(({ data, stream }) => `${stream} ${data.undoes}`));
    expect(clearings.filter(({ meta, stream }) => undone.has(`${stream} ${meta.commandId}`)).length).toBeGreaterThan(
      10,
    );
  });

  test('marks what the server did for one request by one correlation and command', () => {
    const joins = events.filter(({ type }) => type === 'MemberJoined');
    const streams = joins.map(({ meta }) => {
      const caused = events.filter((event) => event.meta.commandId === meta.commandId);
      for (const event of caused) expect(event.meta.correlationId).toBe(meta.correlationId);
      return new Set(caused.map(({ stream }) => stream.slice(0, stream.indexOf('-')))).size;
    });
    // A list is only concerned if the member has brought something.
    expect(new Set(streams)).toEqual(new Set([1, 2]));
  });
});
