import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { documentOf, foldedModel, membersOf } from '../../tests/support/folded-model.ts';
import { Spread } from '../../tests/support/spread.ts';
import type { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import { recipesModel, recipesProjection } from './recipes.ts';

const creditOf = (id: string) => ({ recipeId: id, title: `Title of ${id}`, author: 'Ann' });
const publish = (id: string, originalId?: string): GivenEvent => {
  const media = { type: 'image', picture: null };
  const numbers = { cookingTime: null, servings: null, difficulty: null };
  const texts = { title: `Title of ${id}`, author: 'Ann', description: '', cuisine: '' };
  const basedOn = originalId === undefined ? {} : { basedOn: creditOf(originalId) };
  return [
    `recipe-${id}`,
    'RecipePublished',
    { ...texts, media, ...numbers, ingredients: [], instructions: [], ...basedOn },
  ];
};
const withdraw = (id: string): GivenEvent => [`recipe-${id}`, 'RecipeWithdrawn', {}];
const moderated =
  (type: string) =>
  (id: string): GivenEvent => [`moderation-recipe:${id}`, type, { authorId: 'mia', reason: 'Raw' }];
const hide = moderated('ContentHidden');
const restore = moderated('ContentRestored');

const countIn = async (model: MemoryReadModel, id: string): Promise<number> => {
  const stored = await model.get(recipesModel.adaptationCounts, id);
  return stored ? JSON.parse(stored.json).adaptationCount : 0;
};
const creditIn = async (model: MemoryReadModel, id: string) =>
  (await documentOf<Recipe>(model, recipesModel.recipes, id)).basedOn;

describe('an original and its adaptation that are both moderated', () => {
  const folded = (...events: GivenEvent[]) =>
    foldedModel(recipesProjection, [publish('a'), publish('b', 'a'), ...events]);

  test('the adaptation that is restored first does not name the hidden original until that is restored, too', async () => {
    const crossed = [hide('b'), hide('a'), restore('b')];
    expect(await creditIn(folded(...crossed), 'b')).toBeUndefined();
    expect(await creditIn(folded(...crossed, restore('a')), 'b')).toEqual(creditOf('a'));
  });

  test('each adaptation counts once, in any order of restoring and withdrawing', async () => {
    for (const [events, count] of [
      [[hide('b'), withdraw('b')], 0],
      [[hide('a'), hide('b'), restore('a'), restore('b')], 1],
      [[hide('a'), withdraw('b'), restore('a')], 0],
      [[hide('a'), hide('b'), restore('b'), restore('a')], 1],
    ] as const) {
      const model = folded(...events);
      expect([await countIn(model, 'a'), await membersOf(model, recipesModel.adaptationsOf('a'))]).toEqual([
        count,
        count === 1 ? ['b'] : [],
      ]);
    }
  });

  test('an adaptation that is hidden when its original is withdrawn returns without a link', async () => {
    const { recipeId: _, ...credit } = creditOf('a');
    expect(await creditIn(folded(hide('b'), withdraw('a'), restore('b')), 'b')).toEqual(credit);
  });

  test('an adaptation that is published just after its original is hidden does not name it', async () => {
    const published = [hide('a'), publish('c', 'a')];
    expect(await creditIn(folded(...published), 'c')).toBeUndefined();
    const restored = folded(...published, restore('a'));
    expect(await creditIn(restored, 'c')).toEqual(creditOf('a'));
    expect(await membersOf(restored, recipesModel.adaptationsOf('a'))).toEqual(['c', 'b']);
  });

  test('an adaptation that is withdrawn while it is hidden leaves nothing, and so do both', () => {
    const withdrawn = folded(hide('b'), withdraw('b'));
    expect(contentsOf(withdrawn)).toEqual(contentsOf(foldedModel(recipesProjection, [publish('a')])));
    expect(contentsOf(folded(hide('a'), hide('b'), withdraw('a'), withdraw('b')))).toEqual({});
  });
});

interface Known {
  readonly originalId: string | undefined;
  isHidden: boolean;
}
type Step = { readonly kind: 'adapt' | 'hide' | 'restore' | 'withdraw'; readonly pick: number };

/** Events of a possible history; and the recipes that are left, which the test derives by other rules. */
function historyOf(steps: readonly Step[]) {
  const left = new Map<string, Known>([['0', { originalId: undefined, isHidden: false }]]);
  const events = [publish('0')];
  let crossed = 0;
  for (const [n, { kind, pick }] of steps.entries()) {
    const id = [...left.keys()].at(pick % Math.max(left.size, 1));
    const known = id === undefined ? undefined : left.get(id);
    if (kind === 'adapt' || id === undefined || !known) {
      left.set(`${n + 1}`, { originalId: id, isHidden: false });
      events.push(publish(`${n + 1}`, id));
      continue;
    }
    const original = known.originalId === undefined ? undefined : left.get(known.originalId);
    if (original?.isHidden) crossed++;
    if (kind === 'withdraw') left.delete(id);
    else known.isHidden = kind === 'hide';
    events.push({ hide, restore, withdraw }[kind](id));
  }
  return { left, events, crossed };
}

test('after any history, counts are those of the listed adaptations, and no adaptation names what is hidden', async () => {
  const step = fc.record({
    kind: fc.oneof(
      { weight: 3, arbitrary: fc.constant('adapt' as const) },
      { weight: 6, arbitrary: fc.constantFrom('hide' as const, 'restore' as const) },
      { weight: 1, arbitrary: fc.constant('withdraw' as const) },
    ),
    // Mostly the oldest, which have adaptations.
    pick: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(50) }),
  });
  const crossings = new Spread();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 150, size: 'max' }), async (steps) => {
      const { left, events, crossed } = historyOf(steps);
      crossings.add(crossed);
      const model = foldedModel(recipesProjection, events);
      for (const [id, { originalId, isHidden }] of left) {
        const adaptations = [...left].filter(([, other]) => other.originalId === id && !other.isHidden);
        const listed = await membersOf(model, recipesModel.adaptationsOf(id));
        expect(listed.sort()).toEqual(adaptations.map(([other]) => other).sort());
        expect(await countIn(model, id)).toBe(listed.length);
        if (isHidden || originalId === undefined) continue;
        const shown = await creditIn(model, id);
        const original = left.get(originalId);
        if (original) expect(shown).toEqual(original.isHidden ? undefined : creditOf(originalId));
        else expect(shown ?? {}).not.toHaveProperty('recipeId');
      }
      const visible = Object.entries(contentsOf(model)).filter(([name]) => name.startsWith(`${recipesModel.recipes}/`));
      const texts = visible.map(([, text]) => text).join('\n');
      for (const [id, { isHidden }] of left) if (isHidden) expect(texts).not.toContain(`"Title of ${id}"`);
    }),
  );
  // About 8.
  expect(crossings.mean).toBeGreaterThan(3);
});
