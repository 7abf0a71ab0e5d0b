import { type Static, Type } from 'typebox';
import { longAgoLimits } from './limits.ts';
import { PlannedRecipe } from './meal-plan.ts';

/** Recipes that a plan has had, but not lately. */
export const LongAgo = Type.Object({
  items: Type.Array(
    Type.Object({
      recipe: PlannedRecipe,
      lastPlanned: Type.String({ description: 'Date, YYYY-MM-DD', examples: ['2026-09-12'] }),
    }),
    { maxItems: longAgoLimits.recipes },
  ),
});
export type LongAgo = Static<typeof LongAgo>;
