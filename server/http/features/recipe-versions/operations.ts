import { RecipeVersionPage } from '../../../core/contracts/recipe-versions.ts';
import { RecipePath } from '../../../core/contracts/recipes.ts';
import { PageQuery } from '../../../core/contracts/shared.ts';
import { mia } from '../../openapi/examples.ts';
import { json, type Operation } from '../../openapi/operation.ts';

export const readVersions = {
  tag: 'Recipes',
  summary: 'Read the versions of a recipe',
  description: 'What its author has changed and when, newest first. The last one is the first version.',
  token: 'optional',
  kind: 'read',
  params: RecipePath,
  querystring: PageQuery,
  responses: [
    json(200, 'A page of versions', RecipeVersionPage, {
      'A page': {
        items: [
          {
            revision: '1',
            at: '2026-11-19T08:10:00.000Z',
            by: mia,
            changes: [{ field: 'ingredients', removed: ['200 g Feta'], added: ['250 g Feta'] }],
          },
          { revision: '0', at: '2026-11-18T17:30:00.000Z', by: mia, changes: [] },
        ],
        nextCursor: null,
      },
    }),
  ],
} satisfies Operation;
