import type { Loosenable } from '../../server/core/contracts/finding.ts';
import type { Difficulty } from '../../server/core/contracts/recipes.ts';
import { Best } from './best.ts';
import { Budget } from './budget.ts';
import {
  type Condition,
  cookableWith,
  hasAllWords,
  hasAnyWord,
  hasDifficulty,
  isAmong,
  oneOf,
  takesAtMost,
} from './conditions.ts';
import type { Count, FoundRecipe, FoundRecipes, RankedRecipe, RecipeQuery } from './found-recipes.ts';
import type { GroupedPostings } from './grouped-postings.ts';
import { Pantry } from './pantry.ts';
import type { RecipeEntry } from './recipe-entry.ts';
import { type Scanned, scan, scoreOf } from './scan.ts';
import type { Vocabulary } from './vocabulary.ts';
import { scoredWords } from './word-matches.ts';
import { normalize } from './words.ts';

/** The parts of an index of recipes. */
export interface IndexedRecipes extends Scanned {
  readonly vocabulary: Vocabulary;
  readonly cuisines: GroupedPostings;
  readonly authors: GroupedPostings;
  /** Numbers of recipes whose normalized title begins so. */
  titled(beginning: string): ReadonlySet<number>;
  /** Undefined if it is not in the index. */
  entryOf(id: string): RecipeEntry | undefined;
  /** The numbers of these recipes, without those that are not in the index. */
  numbersOf(ids: readonly string[]): ReadonlySet<number>;
}

const maxCuisines = 40;
const maxAuthors = 10;

/**
 * Steps: whether any recipe has all words, the page, and the counts that disregard a condition. Apart, so that the page is
 * found however long the words took.
 */
const steps = { words: 50_000, page: 250_000, counts: 100_000 } as const;

type Conditions = Partial<Record<Loosenable, Condition>>;

/** A page of the recipes that meet all conditions of a query, and counts of all of them. */
export function findRecipes(index: IndexedRecipes, query: RecipeQuery): FoundRecipes {
  const pantry = query.atHand.length > 0 ? new Pantry(query.atHand) : undefined;
  const budget = new Budget();
  budget.extend(steps.words);
  const conditions = conditionsOf(index, query, { pantry, budget });
  const cuisines = new Map<string, number>();
  const authors = new Map<string, number>();
  const difficulties = new Map<Difficulty, number>();
  budget.extend(steps.page);
  const after = query.after && currentPlace(index, query, query.after, Object.values(conditions));
  const page = new Best<Ranked>(query.limit + 1, inOrder);
  let total = 0;
  let cookable = 0;
  const isComplete = scan(index, { conditions: Object.values(conditions), budget }, (entry, score) => {
    total++;
    increment(cuisines, entry.cuisine);
    increment(authors, entry.authorId);
    increment(difficulties, entry.difficulty);
    const missing = pantry?.missingFrom(entry).length ?? 0;
    if (pantry?.suffices(entry)) cookable++;
    const { id, publishedAt } = entry;
    const ranked = { id, publishedAt, rank: rankOf(query, entry, score, missing), entry };
    if (after === undefined || inOrder(ranked, after) > 0) page.add(ranked);
  });
  const counted = [conditions.cuisines, conditions.authors, conditions.difficulty];
  let leftToCount = counted.filter(Boolean).length;
  const countWithout = <T>(own: Loosenable, counts: Map<T, number>, keyOf: (entry: RecipeEntry) => T | undefined) => {
    if (conditions[own] === undefined) return counts;
    const others = new Map<T, number>();
    const scanned = { conditions: otherThan(own, conditions), budget: budget.share(leftToCount--) };
    scan(index, scanned, (entry) => increment(others, keyOf(entry)));
    return others;
  };
  const found = {
    recipes: page.items.slice(0, query.limit).map((ranked) => toFound(ranked, pantry)),
    hasMore: page.items.length > query.limit,
    total,
    cookable: pantry && cookable,
  };
  // Shown beside the first page.
  if (after) return { ...found, isComplete, cuisines: [], authors: [], difficulties: [], without: [] };
  budget.extend(steps.counts);
  const counts = {
    without: total === 0 ? withoutEach(index, conditions, budget) : [],
    cuisines: withChosen(
      query.cuisines.map(normalize),
      countWithout('cuisines', cuisines, ({ cuisine }) => cuisine),
      maxCuisines,
    ).map(({ value, count }) => ({ value: index.cuisines.label(value), count })),
    authors: withChosen(
      query.authors,
      countWithout('authors', authors, ({ authorId }) => authorId),
      maxAuthors,
    ),
    difficulties: mostFirst(countWithout('difficulty', difficulties, ({ difficulty }) => difficulty)),
  };
  return { ...found, ...counts, isComplete };
}

/**
 * The place of the last recipe of the previous page. Scores depend on how many recipes have a word, so all of them change
 * when any recipe is published. A recipe that is not among the results any more keeps the place that it had.
 */
function currentPlace(
  index: IndexedRecipes,
  query: RecipeQuery,
  after: RankedRecipe,
  conditions: readonly Condition[],
): RankedRecipe {
  const entry = query.sort === 'best' ? index.entryOf(after.id) : undefined;
  const score = entry ? scoreOf(entry, conditions, new Budget()) : 0;
  return score > 0 ? { ...after, rank: -score } : after;
}

function conditionsOf(
  index: IndexedRecipes,
  query: RecipeQuery,
  { pantry, budget }: { readonly pantry: Pantry | undefined; readonly budget: Budget },
): Conditions {
  const { cuisines, authors, difficulty, maxMinutes, liked, onlyCookable } = query;
  const text = textCondition(index, query.text, budget);
  // The cheapest to test come first.
  return {
    ...(difficulty !== undefined && { difficulty: hasDifficulty(difficulty) }),
    ...(maxMinutes !== undefined && { maxMinutes: takesAtMost(maxMinutes) }),
    ...(liked && { liked: isAmong(index.numbersOf(liked)) }),
    ...(cuisines.length > 0 && {
      cuisines: oneOf(cuisines.map(normalize), index.cuisines, ({ cuisine }) => cuisine),
    }),
    ...(authors.length > 0 && { authors: oneOf(authors, index.authors, ({ authorId }) => authorId) }),
    ...(text && { text }),
    ...(onlyCookable && pantry && { onlyCookable: cookableWith(pantry, index.vocabulary) }),
  };
}

/** All of the words if any recipe has all, else at least one of them. */
function textCondition(index: IndexedRecipes, text: string, budget: Budget): Condition | undefined {
  const normalized = normalize(text);
  if (normalized === '') return undefined;
  const words = scoredWords(normalized, index.vocabulary, index.entries.size);
  const all = hasAllWords(words, index.titled(normalized));
  if (words.length < 2) return all;
  let found = false;
  scan(index, { conditions: [all], budget: budget }, () => {
    found = true;
    return false;
  });
  return found ? all : hasAnyWord(words);
}

const otherThan = (own: Loosenable, conditions: Conditions): Condition[] =>
  Object.entries(conditions).flatMap(([name, condition]) => (name === own ? [] : condition));

function withoutEach(index: IndexedRecipes, conditions: Conditions, budget: Budget): Count<Loosenable>[] {
  const names = (Object.keys(conditions) as Loosenable[]).filter((name) => conditions[name]);
  if (names.length < 2) return [];
  const counts = new Map<Loosenable, number>();
  names.forEach((name, done) => {
    // One part is for the counts by value.
    const share = budget.share(names.length - done + 1);
    scan(index, { conditions: otherThan(name, conditions), budget: share }, () => increment(counts, name));
  });
  return mostFirst(counts);
}

interface Ranked extends RankedRecipe {
  readonly entry: RecipeEntry;
}

function rankOf({ sort, likes }: RecipeQuery, { id, minutes }: RecipeEntry, score: number, missing: number): number {
  switch (sort) {
    case 'best':
      return -score;
    case 'newest':
      return 0;
    case 'mostLiked':
      return -(likes?.get(id) ?? 0);
    case 'quickest':
      return minutes ?? Number.MAX_SAFE_INTEGER;
    case 'fewestMissing':
      return missing;
  }
}

const inOrder = (a: RankedRecipe, b: RankedRecipe): number =>
  a.rank - b.rank || b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : Number(a.id > b.id));

const toFound = ({ id, rank, publishedAt, entry }: Ranked, pantry: Pantry | undefined): FoundRecipe => ({
  id,
  rank,
  publishedAt,
  missing: pantry?.missingFrom(entry).map(({ name }) => name),
});

/** Ignores what a recipe does not state. */
function increment<T>(counts: Map<T, number>, value: T | undefined): void {
  if (value !== undefined && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** The most frequent values, and those that are chosen. */
function withChosen(chosen: readonly string[], counts: ReadonlyMap<string, number>, max: number): Count<string>[] {
  const most = mostFirst(counts).slice(0, max);
  const others = [...new Set(chosen)].filter((each) => !most.some(({ value }) => value === each));
  return [...most, ...others.map((value) => ({ value, count: counts.get(value) ?? 0 }))];
}

const mostFirst = <T>(counts: ReadonlyMap<T, number>): Count<T>[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1));
