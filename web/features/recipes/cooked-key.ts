/** The prefix of the query keys of kept recipes; the ids of their reader and of the recipe follow. Apart, to load no code. */
export const cookedRecipesKey = ['recipes', 'cooked'] as const;
