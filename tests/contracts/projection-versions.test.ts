/**
 * What a projection has written stays beyond a restart: in snapshots and in Redis, by name and version. One that writes
 * something else must have another version, or its screens show a mixture of both.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allProjections } from '../../projections/definitions/all.ts';
import type { ProjectedEvent, Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { LocalFold } from '../../projections/runner/local-fold.ts';
import { searchedRecipes } from '../../projections/search/searched-recipes.ts';
import { type DomainEvent, type EventVersions, versionOf } from '../../server/core/domain/event-versions.ts';
import { groceryList } from '../../server/core/domain/grocery-list/decider.ts';
import { mealPlan } from '../../server/core/domain/meal-plan/decider.ts';
import { playlist } from '../../server/core/domain/playlist/decider.ts';
import { post } from '../../server/core/domain/post/decider.ts';
import { profile } from '../../server/core/domain/profile/decider.ts';
import { recipe } from '../../server/core/domain/recipe/decider.ts';
import { contentsOf } from '../support/contents-of.ts';
import { countRevisions } from '../support/revisions.ts';

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

/** By name and version: a hash of what the history is folded into. */
const recorded: Record<string, string> = JSON.parse(fixture('projection-outputs.json'));

/**
 * Made up once, mostly by `happenings.ts`: stream, type, actor, data and the version that these are in, 1 where it is left
 * out. A new type of event, a new version or a new field of one goes to its end, and the hashes of those that fold it change.
 * What is in it stays as it is: so the log has it, for ever.
 */
const revisionIn = countRevisions();
const history = fixture('projected-history.jsonl')
  .trim()
  .split('\n')
  .map((line, n): ProjectedEvent => {
    const [stream, type, actor, data, schema = 1]: [string, string, string, object, number?] = JSON.parse(line);
    const at = new Date(1_767_225_600_000 + n * 1_000).toISOString();
    return { stream, type, data, revision: revisionIn(stream), position: BigInt(n + 1), meta: { actor, at, schema } };
  });

/** Looked at every few events, as what comes later hides what was there before. */
async function outputOf(definition: Projection): Promise<string> {
  const model = new MemoryReadModels().open(definition);
  const fold = new LocalFold(definition, model.local, undefined, () => {});
  const hash = createHash('sha256');
  for (let from = 0; from < history.length; from += 10) {
    const events = history.slice(from, from + 10);
    fold.apply(
      events.filter(({ type }) => type in definition.events),
      events.at(-1)?.position ?? 0n,
    );
    const contents = Object.entries(contentsOf(model)).sort(([a], [b]) => (a < b ? -1 : 1));
    hash.update(JSON.stringify(contents));
  }
  return hash.digest('hex').slice(0, 20);
}

const definitions = [...allProjections, searchedRecipes];
const domain = [groceryList, mealPlan, playlist, post, profile, recipe];

test.each(definitions)('$name writes what its version wrote before', async (definition) => {
  const { name, version } = definition;
  const output = await outputOf(definition);
  const known = recorded[`${name}@${version}`];
  const record = `record "${name}@${known === undefined ? version : version + 1}": "${output}" in projection-outputs.json`;
  expect(known, known === undefined ? record : `raise the version of ${name}, and ${record}`).toBe(output);
});

test('each version of each type of event is in the history', () => {
  const aggregates = readdirSync(new URL('../../server/core/domain/', import.meta.url), { withFileTypes: true });
  expect(domain).toHaveLength(aggregates.filter((one) => one.isDirectory()).length);
  const events: EventVersions<DomainEvent> = Object.assign({}, ...domain.map((one) => one.events));
  const versions = Object.keys(events).flatMap((type) =>
    Array.from({ length: versionOf(events, type) }, (_, before) => `${type} ${before + 1}`),
  );
  const recorded = new Set(history.map(({ type, meta }) => `${type} ${meta.schema}`));
  expect(versions.filter((version) => !recorded.has(version))).toEqual([]);
});
