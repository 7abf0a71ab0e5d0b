import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import { groceryListsModel, groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { postsModel } from '../../projections/definitions/stored-posts.ts';
import type { MemoryReadModel } from '../../projections/read-models/memory/memory-read-model.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { LocalFold } from '../../projections/runner/local-fold.ts';
import { documentOf } from '../../tests/support/folded-model.ts';
import { deepFreeze } from '../../tests/support/strict-log.ts';
import type { Aggregate } from '../commands/aggregate.ts';
import { calendarLink } from '../core/domain/calendar-link/decider.ts';
import { type DomainEvent, upcast, versionOf } from '../core/domain/event-versions.ts';
import { groceryList } from '../core/domain/grocery-list/decider.ts';
import { household } from '../core/domain/household/decider.ts';
import { listCollection } from '../core/domain/list-collection/decider.ts';
import { mealPlan } from '../core/domain/meal-plan/decider.ts';
import { playlist } from '../core/domain/playlist/decider.ts';
import { post } from '../core/domain/post/decider.ts';
import { profile } from '../core/domain/profile/decider.ts';
import { recipe } from '../core/domain/recipe/decider.ts';
import { recipeReactions } from '../core/domain/recipe-reactions/decider.ts';
import type { RecordedEvent } from '../core/event-log.ts';
import { ownedByHousehold } from '../ownership/ownership.ts';
import { simulatedHistory } from './simulated-history.ts';

/** Until the second outage. */
const eventCount = 22_000;
const events: RecordedEvent[] = [];

const until = new Date('2026-06-30T00:00:00Z');
for (const { stream, expected, events: appended } of simulatedHistory({ events: eventCount, seed: 11, until })) {
  const first = expected === 'no_stream' ? 0n : expected + 1n;
  for (const [n, event] of appended.entries()) {
    events.push(deepFreeze({ ...event, stream, revision: first + BigInt(n), position: BigInt(events.length + 1) }));
  }
}

/** Folds the streams of a decider. @returns their states, by the id in the name of the stream */
function statesOf<State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
): Map<string, State> {
  const states = new Map<string, State>();
  for (const event of events) {
    const [category = ''] = event.stream.split('-', 1);
    if (category !== aggregate.category) continue;
    const id = event.stream.slice(category.length + 1);
    states.set(id, aggregate.evolve(states.get(id) ?? aggregate.initial(), upcast(aggregate.events, event)));
  }
  return states;
}

const modelOf = (projection: (typeof allProjections)[number]): MemoryReadModel => {
  const model = new MemoryReadModels().open(projection);
  const relevant = events.filter(({ type }) => type in projection.events);
  new LocalFold(projection, model.local, undefined, () => {}).apply(relevant, events.at(-1)?.position ?? 0n);
  return model;
};

describe('the events of a simulated history', () => {
  test('have the revisions, versions and values that a log accepts', () => {
    const revisions = new Map<string, bigint>();
    const aggregates = [
      calendarLink,
      groceryList,
      household,
      listCollection,
      mealPlan,
      playlist,
      post,
      profile,
      recipe,
      recipeReactions,
    ];
    const versions = new Map(
      aggregates.flatMap(({ events }) =>
        Object.keys(events).map((type) => [type, versionOf<DomainEvent>(events, type)]),
      ),
    );
    for (const event of events) {
      expect(event.revision).toBe((revisions.get(event.stream) ?? -1n) + 1n);
      revisions.set(event.stream, event.revision);
      expect(event.meta.schema).toBe(versions.get(event.type));
      const { id, type, data, meta } = event;
      expect(isDeepStrictEqual(JSON.parse(JSON.stringify({ id, type, data, meta })), { id, type, data, meta })).toBe(
        true,
      );
    }
    expect(revisions.size).toBeGreaterThan(500);
  });

  test('have ids of their own, in the order of time, and the shapes of the ids that the server makes', () => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const times = events.map(({ meta }) => meta.at);
    expect(times).toEqual(times.toSorted());
    for (const { id, meta } of events) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse(meta.at));
      expect(meta.commandId).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }
  });

  test('fold into the same lists by the decider and by the read model', async () => {
    const model = modelOf(groceryListsProjection);
    const states = statesOf(groceryList);
    expect(states.size).toBeGreaterThan(50);
    const closed = new Set(events.flatMap(({ type, data }) => (type === 'GroceryListClosed' ? data.listId : [])));
    for (const [id, { items }] of states) {
      if (closed.has(id)) continue;
      const shown = await documentOf<{ items: { id: string; name: string; checked: boolean }[] }>(
        model,
        groceryListsModel.lists,
        id,
      );
      const byId = shown.items.map((item) => [item.id, item.name, item.checked]).sort();
      const expected = Array.from(items.values(), (item) => [item.id, item.name, item.checkedBy !== undefined]).sort();
      expect(byId).toEqual(expected);
    }
  });

  test('fold into the same posts by the decider and by the read model', async () => {
    const model = modelOf(postsProjection);
    for (const [id, state] of statesOf(post)) {
      if (state.status !== 'published') continue;
      const { likes, comments, title } = state;
      expect(await documentOf(model, postsModel.posts, id)).toMatchObject({
        title,
        likeCount: likes.size,
        commentCount: comments.size,
      });
    }
  });

  test.each(allProjections.map((projection) => [projection.name, projection] as const))(
    'fold into the read model %s without a failure',
    async (_, projection) => {
      expect(await modelOf(projection).position()).toBe(BigInt(events.length));
    },
  );

  test('change a list or a plan only by members, and nothing after it was closed', () => {
    const closed = new Set<string>();
    const members = new Map<string, Set<string>>();
    const of = (householdId: string) => {
      const { listId, planId } = ownedByHousehold(householdId);
      return [`groceryList-${listId}`, `mealPlan-${planId}`];
    };
    for (const { type, stream, data, meta } of events) {
      const id = stream.slice(stream.indexOf('-') + 1);
      expect(closed.has(stream), `${type} in ${stream}`).toBe(false);
      if (members.has(stream)) expect(members.get(stream)).toContain(meta.actor);
      if (type === 'GroceryListClosed') closed.add(`groceryList-${data.listId}`);
      if (type === 'HouseholdDissolved') for (const each of [stream, ...of(id)]) closed.add(each);
      if (type === 'HouseholdFounded') for (const each of of(id)) members.set(each, new Set([meta.actor]));
      if (type === 'MemberJoined') for (const each of of(id)) members.get(each)?.add(String(data.uid));
      if (type === 'MemberLeft' || type === 'MemberRemoved') {
        for (const each of of(id)) members.get(each)?.delete(String(data.uid));
      }
    }
    expect(closed.size).toBeGreaterThan(5);
    expect(members.size).toBeGreaterThan(50);
  });

  test('never leave a household without an owner, nor a member who did not join', () => {
    const states = [...statesOf(household).values()];
    const founded = states.filter((state) => state.status === 'founded');
    expect(founded.length).toBeGreaterThan(20);
    for (const { members, ownerId } of founded) expect([...members.keys()]).toContain(ownerId);
    expect(founded.filter(({ members }) => members.size > 1).length).toBeGreaterThan(10);
  });
});
