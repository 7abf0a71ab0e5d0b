import type { Difficulty } from '../../../server/core/contracts/recipes.ts';

export const difficulties: readonly Difficulty[] = ['Easy', 'Medium', 'Hard'];
