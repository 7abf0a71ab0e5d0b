/**
 * Read models outlive a restart in snapshots and Redis, keyed by name and version. A projection with a changed output
 * needs a new version, or its screens would mix both outputs.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import type { ProjectedEvent, Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { LocalFold } from '../../projections/runner/local-fold.ts';
import { accessRecord } from '../../server/core/domain/access/decider.ts';
import { calendarLink } from '../../server/core/domain/calendar-link/decider.ts';
import { type DomainEvent, type EventVersions, versionOf } from '../../server/core/domain/event-versions.ts';
import { following } from '../../server/core/domain/following/decider.ts';
import { groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { household } from '../../server/core/domain/household/decider.ts';
import { listCollection } from '../../server/core/domain/list-collection/decider.ts';
import { mealPlan } from '../../server/core/domain/meal-plan/decider.ts';
import { moderation } from '../../server/core/domain/moderation/decider.ts';
import { notifications } from '../../server/core/domain/notifications/decider.ts';
import { playlist } from '../../server/core/domain/playlist/decider.ts';
import { post } from '../../server/core/domain/post/decider.ts';
import { profile } from '../../server/core/domain/profile/decider.ts';
import { projectionControl } from '../../server/core/domain/projection-control/decider.ts';
import { recipe } from '../../server/core/domain/recipe/decider.ts';
import { recipeReactions } from '../../server/core/domain/recipe-reactions/decider.ts';
import { staff } from '../../server/core/domain/staff/decider.ts';
import { contentsOf } from '../support/contents-of.ts';
import { countRevisions } from '../support/revisions.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

/** Hashes of the outputs for the history, by name and version. */
const recorded: Record<string, string> = JSON.parse(fixture('projection-outputs.json'));

const revisionIn = countRevisions();
/**
 * Generated once, mostly by `arbitrary-events.ts`: stream, type, actor, data and the data's version, 1 if omitted.
 * Append an event for each new event type, version or field; the hashes of the projections that fold it then change.
 * Existing lines never change, as in a real log.
 */
const history = fixture('projected-history.jsonl')
  .trim()
  .split('\n')
  .map((line, n): ProjectedEvent => {
    const [stream, type, actor, data, schema = 1]: [string, string, string, object, number?] = JSON.parse(line);
    const at = new Date(1_767_225_600_000 + n * 1_000).toISOString();
    return { stream, type, data, revision: revisionIn(stream), position: BigInt(n + 1), meta: { actor, at, schema } };
  });

/**
 * Hashes the contents after each ten events, because later events may hide differences. Unchanged contents are skipped:
 * events of other projections do not change the hash.
 */
async function outputOf(definition: Projection): Promise<string> {
  const model = new MemoryReadModels().open(definition);
  const fold = new LocalFold(definition, model.local, undefined, () => {});
  const hash = createHash('sha256');
  let last = '';
  for (let from = 0; from < history.length; from += 10) {
    const events = history.slice(from, from + 10);
    fold.apply(
      events.filter(({ type }) => type in definition.events),
      events.at(-1)?.position ?? 0n,
    );
    const contents = JSON.stringify(Object.entries(contentsOf(model)).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (contents !== last) hash.update(contents);
    last = contents;
  }
  return hash.digest('hex').slice(0, 20);
}

const domain = [
  accessRecord,
  calendarLink,
  following,
  groceryList,
  household,
  listCollection,
  mealPlan,
  notifications,
  moderation,
  playlist,
  post,
  profile,
  projectionControl,
  recipe,
  recipeReactions,
  staff,
];

test.each(allProjections)('$name has the recorded output of its version', async (definition) => {
  const { name, version } = definition;
  const output = await outputOf(definition);
  const expected = recorded[`${name}@${version}`];
  const newVersion = expected === undefined ? version : version + 1;
  const record = `record "${name}@${newVersion}": "${output}" in projection-outputs.json`;
  expect(expected, expected === undefined ? record : `raise the version of ${name}, and ${record}`).toBe(output);
});

test('the history contains each version of each event type', () => {
  const aggregates = readdirSync(new URL('../../server/core/domain/', import.meta.url), { withFileTypes: true });
  expect(domain).toHaveLength(aggregates.filter((one) => one.isDirectory()).length);
  const events: EventVersions<DomainEvent> = Object.assign({}, ...domain.map((one) => one.events));
  const versions = Object.keys(events).flatMap((type) =>
    Array.from({ length: versionOf(events, type) }, (_, before) => `${type} ${before + 1}`),
  );
  const inHistory = new Set(history.map(({ type, meta }) => `${type} ${meta.schema}`));
  expect(versions.filter((version) => !inHistory.has(version))).toEqual([]);
});
