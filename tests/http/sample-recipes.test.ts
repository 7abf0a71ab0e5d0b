import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import type { Recipe, RecipePage } from '../../server/core/contracts/recipes.ts';
import { profile } from '../../server/core/domain/profile/decider.ts';
import type { RecipeText } from '../../server/core/domain/recipe/events.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { publishSamples, samples } from '../../server/samples/publish-samples.ts';
import { startBareServer } from '../support/bare-server.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { openEmbeddedApp } from '../support/embedded-app.ts';
import { withoutAccounts } from '../support/no-accounts.ts';
import { QuietLogger } from '../support/quiet-logger.ts';

const titles = samples.map(({ recipe }) => recipe.title);

it.each(samples)('$recipe.title is complete enough to cook', ({ recipe }) => {
  const { instructions, ingredients, cookingTime, servings } = recipe;
  expect(instructions.length).toBeGreaterThanOrEqual(5);
  expect(instructions.length).toBeLessThanOrEqual(9);
  expect(ingredients.every(({ name, amount }) => amount !== '' || /^(Salt|Black pepper)$/.test(name))).toBe(true);
  expect(Math.min(Number(cookingTime), Number(servings))).toBeGreaterThan(0);
});

it('are ten recipes of all difficulties and media', () => {
  const countDistinct = (value: (recipe: RecipeText) => unknown) =>
    new Set(samples.map(({ recipe }) => value(recipe))).size;
  expect(samples.length).toBe(10);
  expect(countDistinct(({ difficulty }) => difficulty)).toBe(3);
  expect(countDistinct(({ media }) => media.type)).toBe(3);
  expect(countDistinct(({ media }) => media.picture?.from === 'art' && media.picture.name)).toBe(10);
  const cuisines = ['American', 'Japanese', 'Korean', 'Italian', 'Mediterranean', 'Chinese'];
  expect(new Set(samples.map(({ recipe }) => recipe.cuisine))).toEqual(new Set(cuisines));
});

describe('samples on a log', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'potluck-samples-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const withLog = async <T>(use: (log: EventLog) => Promise<T>): Promise<T> => {
    const log = await openSqliteEventLog({ file: join(folder, 'log.sqlite') });
    try {
      return await use(log);
    } finally {
      await log.close();
    }
  };
  const streams = async (log: EventLog): Promise<string[]> => {
    const found: string[] = [];
    for await (const { stream } of log.readAll()) found.push(stream);
    return found;
  };
  const sampleStreams = samples.map(({ id }) => `recipe-${id}`).reverse();

  it('are recorded once, even if several nodes start several times', () =>
    withLog(async (log) => {
      const nodes = Array.from({ length: 3 }, () => publishSamples(log, createCommandHandler(log), new QuietLogger()));
      await Promise.all(nodes);
      await publishSamples(log, createCommandHandler(log), new QuietLogger());
      expect((await streams(log)).toSorted()).toEqual(sampleStreams.toSorted());
    }));

  it('are completed after an interruption', () =>
    withLog(async (log) => {
      const commands = createCommandHandler(log);
      let remaining = 3;
      const failing: typeof commands = {
        ...commands,
        handle: (...args) => (remaining-- > 0 ? commands.handle(...args) : Promise.reject(new Error('Interrupted'))),
      };
      const logger = new QuietLogger();
      await publishSamples(log, failing, logger);
      expect(await streams(log)).toHaveLength(3);
      await publishSamples(log, createCommandHandler(log), logger);
      expect(await streams(log)).toEqual(sampleStreams);
    }));

  it('are not added to a log with other events', () =>
    withLog(async (log) => {
      const commands = createCommandHandler(log);
      const context = { actor: 'mia', commandId: newId(), correlationId: newId() };
      const command = { type: 'EnsureProfile', username: 'Mia', avatar: null } as const;
      await commands.handle(profile, 'mia', command, context, () => undefined);
      await publishSamples(log, commands, new QuietLogger());
      expect(await streams(log)).toEqual(['profile-mia']);
    }));

  it('are listed newest first, with their pictures and video frames', async () => {
    const { app, close } = await openEmbeddedApp(folder, [], { samples: true });
    const home: RecipePage = (await injectChecked(app, { url: '/api/recipes' })).json();
    expect(home.items.map(({ title }) => title)).toEqual(titles);
    for (const { id, pictures, imageUrl } of home.items) {
      expect([pictures?.length, imageUrl]).toEqual([2, expect.stringMatching(/^\/assets\/dishes\//)]);
      const recipe: Recipe = (await injectChecked(app, { url: `/api/recipes/${id}` })).json();
      expect(recipe.instructions.length).toBeGreaterThan(4);
    }
    const frames = home.items.flatMap(({ youtubeUrl, tiktokUrl }) => youtubeUrl ?? tiktokUrl ?? []);
    expect(frames.map((url) => url.split('/').at(-1))).toEqual(['6922938178559069446', 'LWuuCndtJr0', 'IhwPQL9dFYc']);
    await close();
  });
});

it('are disabled by SEED_SAMPLES=false', async () => {
  const address = await startBareServer({ ...(await withoutAccounts()), SEED_SAMPLES: 'false' });
  const page: RecipePage = await (await fetch(`${address}/api/recipes`)).json();
  expect(page.items).toEqual([]);
});
