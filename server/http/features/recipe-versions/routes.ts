import { unknownUserName } from '../../../../projections/definitions/people.ts';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import { recipesModel } from '../../../../projections/definitions/recipes.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { readRecipeVersions } from '../../../audit/recipe-versions.ts';
import type { RecipeVersionPage } from '../../../core/contracts/recipe-versions.ts';
import type { EventLog } from '../../../core/event-log.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { invalidCursor, notFound } from '../../responses/errors.ts';
import { personIn } from '../../writing/authors.ts';
import { readDocument } from '../../writing/execute-command.ts';
import * as operations from './operations.ts';

export interface RecipeVersionDeps {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly recipes: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly authentication: Authentication;
}

/** Each may be as long as a whole recipe. */
const defaultLimit = 10;

export function recipeVersionRoute(app: Routes, { log, recipes, profiles, authentication }: RecipeVersionDeps): void {
  const optional = { onRequest: authentication.optional };
  app.get('/recipes/:id/versions', { schema: operations.readVersions, ...optional }, async (request, reply) => {
    const { id } = request.params;
    const { cursor, limit = defaultLimit } = request.query;
    if (cursor !== undefined && !/^\d{1,19}$/.test(cursor)) throw invalidCursor();
    // What a withdrawn recipe was is no longer shown.
    if (!(await readDocument(request, reply, recipes, { collection: recipesModel.recipes, id }))) throw notFound('id');
    const range = { limit, ...(cursor !== undefined && { from: BigInt(cursor) }) };
    const { versions, next } = await readRecipeVersions(log, id, range);
    const uids = [...new Set(versions.map(({ by }) => by))];
    const found = await profiles.getMany(profilesModel.profiles, uids);
    const nameOf = (uid: string): string => {
      const profile = found[uids.indexOf(uid)];
      return profile ? personIn(profile).name : unknownUserName;
    };
    const items = versions.map(({ by, ...version }) => ({ ...version, by: { uid: by, name: nameOf(by) } }));
    return { items, nextCursor: next === undefined ? null : String(next) } satisfies RecipeVersionPage;
  });
}
