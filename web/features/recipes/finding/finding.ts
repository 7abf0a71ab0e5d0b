/** What a page of results shows. Its address has all of it, so that it can be shared. */
import type { SortOrder } from '../../../../server/core/contracts/finding.ts';
import { findingLimits, recipeLimits } from '../../../../server/core/contracts/limits.ts';
import type { Difficulty } from '../../../../server/core/contracts/recipes.ts';
import { difficulties } from '../difficulties.ts';

export interface Finding {
  /** Words; empty for all recipes. */
  readonly q: string;
  readonly cuisine: readonly string[];
  /** User ids. */
  readonly author: readonly string[];
  readonly difficulty: Difficulty | undefined;
  readonly maxMinutes: number | undefined;
  /** Names of ingredients. */
  readonly atHand: readonly string[];
  /** Only recipes that need nothing but what is at hand. */
  readonly onlyCookable: boolean;
  /** Only recipes that the reader likes. */
  readonly liked: boolean;
  /** Undefined for the order that fits: the best matches first, or without words the newest. */
  readonly sort: SortOrder | undefined;
}

const orders: readonly SortOrder[] = ['best', 'newest', 'mostLiked', 'quickest', 'fewestMissing'];

/** Ignores what the API would refuse: an address may have been edited by hand. */
export function findingIn(address: URLSearchParams): Finding {
  const minutes = Number(address.get('maxMinutes'));
  const atHand = listIn(address, 'atHand', recipeLimits.ingredient, findingLimits.atHand);
  return {
    q: (address.get('q') ?? '').trim().slice(0, recipeLimits.query),
    cuisine: listIn(address, 'cuisine', recipeLimits.cuisine, findingLimits.cuisines),
    author: listIn(address, 'author', 128, findingLimits.authors).filter((uid) => /^[\w-]+$/.test(uid)),
    difficulty: difficulties.find((each) => each === address.get('difficulty')),
    maxMinutes: Number.isInteger(minutes) && minutes > 0 && minutes <= recipeLimits.cookingTime ? minutes : undefined,
    atHand,
    onlyCookable: atHand.length > 0 && address.get('onlyCookable') === 'true',
    liked: address.get('liked') === 'true',
    sort: orders.find((each) => each === address.get('sort') && (each !== 'fewestMissing' || atHand.length > 0)),
  };
}

/** Each value once, whatever its capitals. */
function listIn(address: URLSearchParams, name: string, maxLength: number, maxItems: number): string[] {
  const values = address.getAll(name).map((value) => value.trim().slice(0, maxLength));
  const byKey = new Map(values.filter((value) => value !== '').map((value) => [value.toLowerCase(), value]));
  return [...byKey.values()].slice(0, maxItems);
}

/** The query of the address, which is also that of the API. */
export function queryOf(finding: Finding): URLSearchParams {
  const query = new URLSearchParams();
  if (finding.q !== '') query.set('q', finding.q);
  for (const name of ['cuisine', 'author', 'atHand'] as const) {
    for (const value of finding[name]) query.append(name, value);
  }
  if (finding.difficulty) query.set('difficulty', finding.difficulty);
  if (finding.maxMinutes !== undefined) query.set('maxMinutes', String(finding.maxMinutes));
  if (finding.onlyCookable) query.set('onlyCookable', 'true');
  if (finding.liked) query.set('liked', 'true');
  if (finding.sort) query.set('sort', finding.sort);
  return query;
}

/** Only the words. */
export const withoutFilters = (q: string): Finding => ({
  ...{ q, cuisine: [], author: [], difficulty: undefined, maxMinutes: undefined },
  ...{ atHand: [], onlyCookable: false, liked: false, sort: undefined },
});

export const includesText = (values: readonly string[], value: string): boolean =>
  values.some((each) => each.toLowerCase() === value.toLowerCase());

export const without = (values: readonly string[], value: string): string[] =>
  values.filter((each) => each.toLowerCase() !== value.toLowerCase());

export const toggled = (values: readonly string[], value: string): string[] =>
  includesText(values, value) ? without(values, value) : [...values, value];
