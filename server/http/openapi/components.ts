import { isDeepStrictEqual } from 'node:util';
import * as clientConfig from '../../core/contracts/client-config.ts';
import * as community from '../../core/contracts/community.ts';
import * as following from '../../core/contracts/following.ts';
import * as groceryList from '../../core/contracts/grocery-list.ts';
import * as health from '../../core/contracts/health.ts';
import * as mealPlan from '../../core/contracts/meal-plan.ts';
import * as notifications from '../../core/contracts/notifications.ts';
import * as pictures from '../../core/contracts/pictures.ts';
import * as playlists from '../../core/contracts/playlists.ts';
import * as profile from '../../core/contracts/profile.ts';
import * as recipeImport from '../../core/contracts/recipe-import.ts';
import * as recipeReactions from '../../core/contracts/recipe-reactions.ts';
import * as recipeVersions from '../../core/contracts/recipe-versions.ts';
import * as recipes from '../../core/contracts/recipes.ts';
import * as shared from '../../core/contracts/shared.ts';

const contracts = {
  // Its published name, which client generators use. The first name of a contract wins.
  PlaylistChange: playlists.PlaylistEdit,
  ...shared,
  ...pictures,
  ...recipes,
  ...recipeImport,
  ...recipeReactions,
  ...recipeVersions,
  ...community,
  ...following,
  ...playlists,
  ...groceryList,
  ...mealPlan,
  ...profile,
  ...notifications,
  ...clientConfig,
  ...health,
};

export type Json = { readonly [name: string]: unknown };

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Components that several operations share, by reference. */
export interface Components {
  /** The schema with contracts replaced by references. */
  schema(schema: object): Json;
  /** A reference to the component; the component itself if the name is taken by another one. */
  shared(kind: 'parameters' | 'headers' | 'responses', name: string, component: Json): Json;
  /** All referenced components. */
  readonly referenced: Json;
}

export function createComponents(): Components {
  const contractNames = nameContracts();
  const schemas: Record<string, Json> = {};
  const others = {
    parameters: new Map<string, Json>(),
    headers: new Map<string, Json>(),
    responses: new Map<string, Json>(),
  };

  function refer(schema: object): Json {
    const name = contractNames.get(JSON.stringify(schema));
    if (name === undefined) return withReferences(schema);
    schemas[name] ??= withReferences(schema);
    return { $ref: `#/components/schemas/${name}` };
  }
  const referWithin = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referWithin);
    return isRecord(value) ? refer(value) : value;
  };
  const withReferences = (schema: object): Json =>
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referWithin(value)]));

  return {
    schema: refer,
    shared: (kind, name, component) => {
      const existing = others[kind].get(name) ?? component;
      if (!isDeepStrictEqual(existing, component)) return component;
      others[kind].set(name, component);
      return { $ref: `#/components/${kind}/${name}` };
    },
    get referenced() {
      const entries = Object.entries(others).map(([kind, components]) => [kind, Object.fromEntries(components)]);
      return { schemas, ...Object.fromEntries(entries) };
    },
  };
}

/** Names of contracts by their JSON, not by identity: `Type.Optional` copies its schema. */
function nameContracts(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, contract] of Object.entries(contracts)) {
    // Paths and queries are documented as parameters.
    if (!('type' in contract) || contract.type !== 'object' || /(?:Path|Query)$/.test(name)) continue;
    const key = JSON.stringify(contract);
    if (!names.has(key)) names.set(key, name);
  }
  return names;
}
