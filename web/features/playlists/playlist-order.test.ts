/** Messages in whichever order they come, readings among them: at the end a shelf shows what is. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Playlist, PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { Spread } from '../../../tests/support/spread.ts';
import { foldShelf, type Reading, readFromTop, type Shelf, seenBy } from './playlist-cache.ts';

const owner = 'mia';
const ids = ['a', 'b'] as const;
type Id = (typeof ids)[number];
const recipeIds = ['ramen', 'pie', 'feta'] as const;
type RecipeId = (typeof recipeIds)[number];

/** What happens on the server. */
type Step =
  | { does: 'rename' | 'hide' | 'show' | 'delete'; id: Id }
  | { does: 'like'; id: Id; byReader: boolean }
  | { does: 'add' | 'remove'; id: Id; recipe: RecipeId }
  | { does: 'revise' | 'withdraw'; recipe: RecipeId }
  | { does: 'renameOwner' };

interface Kept {
  name: string;
  isPrivate: boolean;
  recipes: RecipeId[];
  likes: number;
  liked: boolean;
}

/** A server in small: its read model, and what it tells of each step. */
class Truth {
  position = 10;
  ownerName = 'Mia';
  readonly kept = new Map<Id, Kept>(
    ids.map((id) => [id, { name: id, isPrivate: false, recipes: ['ramen', 'pie'], likes: 0, liked: false }]),
  );
  readonly titles = new Map<RecipeId, string>(recipeIds.map((id) => [id, id]));

  recipe(id: RecipeId): PlaylistRecipe[] {
    const title = this.titles.get(id);
    return title === undefined ? [] : [{ id, title, cuisine: '' }];
  }

  playlist(id: Id, { name, isPrivate, recipes, likes }: Kept): Playlist {
    return {
      id,
      name,
      description: '',
      isPrivate,
      ownerId: owner,
      ownerName: this.ownerName,
      createdAt: '2026-11-20T10:00:00.000Z',
      likeCount: likes,
      recipes: recipes.flatMap((recipe) => this.recipe(recipe)),
    };
  }

  seenBy(reader: string): Playlist[] {
    return [...this.kept]
      .filter(([, { isPrivate }]) => !isPrivate || reader === owner)
      .map(([id, kept]) => ({ ...this.playlist(id, kept), likedByMe: kept.liked }));
  }

  /** @returns what this reader is told */
  take(step: Step, reader: string): LiveMessage[] {
    const position = String(++this.position);
    if (step.does === 'renameOwner') {
      this.ownerName = `Mia ${position}`;
      return [{ kind: 'person.changed', position, uid: owner, name: this.ownerName, avatar: null }];
    }
    if (!('id' in step)) {
      if (!this.titles.has(step.recipe)) return [];
      if (step.does === 'revise') this.titles.set(step.recipe, `${step.recipe} ${position}`);
      else this.titles.delete(step.recipe);
      const [revised] = this.recipe(step.recipe);
      return [
        revised
          ? { kind: 'recipe.revised', position, recipe: card(revised) }
          : { kind: 'recipe.withdrawn', position, recipeId: step.recipe },
      ];
    }
    const kept = this.kept.get(step.id);
    return kept ? this.change(step, kept, reader, position) : [];
  }

  private change(step: Extract<Step, { id: Id }>, kept: Kept, reader: string, position: string): LiveMessage[] {
    const { id: playlistId } = step;
    const isSeen = () => !kept.isPrivate || reader === owner;
    switch (step.does) {
      case 'delete':
        this.kept.delete(playlistId);
        return [{ kind: 'playlist.deleted', position, playlistId }];
      case 'like': {
        if (step.byReader) kept.liked = !kept.liked;
        kept.likes += step.byReader && !kept.liked ? -1 : 1;
        const counted: LiveMessage = { kind: 'playlist.likes', position, playlistId, likeCount: kept.likes };
        const own: LiveMessage = { kind: 'playlist.liked', position, playlistId, liked: kept.liked };
        return [...(isSeen() ? [counted] : []), ...(step.byReader ? [own] : [])];
      }
      case 'rename':
        kept.name = `${playlistId} ${position}`;
        break;
      case 'hide':
      case 'show':
        kept.isPrivate = step.does === 'hide';
        break;
      case 'add':
        if (!kept.recipes.includes(step.recipe) && this.titles.has(step.recipe)) kept.recipes.push(step.recipe);
        break;
      case 'remove':
        kept.recipes = kept.recipes.filter((recipe) => recipe !== step.recipe);
    }
    const changed: LiveMessage = { kind: 'playlist.changed', position, playlist: this.playlist(playlistId, kept) };
    return isSeen() ? [changed] : [{ kind: 'playlist.hidden', position, playlistId }];
  }
}

const card = ({ id, title, cuisine }: PlaylistRecipe): RecipeCard => ({
  id,
  title,
  cuisine,
  type: 'image',
  author: 'Eleni',
  authorId: 'eleni',
  credited: false,
  createdAt: '2026-11-20T10:00:00.000Z',
});

const id = fc.constantFrom(...ids);
const recipe = fc.constantFrom(...recipeIds);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom('rename' as const, 'hide' as const, 'show' as const), id }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('like' as const), id, byReader: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('add' as const, 'remove' as const), id, recipe }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('revise' as const, 'withdraw' as const), recipe }) },
  fc.constant({ does: 'renameOwner' as const }),
  fc.record({ does: fc.constant('delete' as const), id }),
);
const maxSteps = 24;

const shown = (shelf: Shelf, reader: string) => seenBy(reader, shelf).map(({ playlist }) => playlist);

/** What a reader is told, in an order of its own; `readings` are answers that come between. */
const happened = (reader: string, readings: fc.Arbitrary<number[]>) =>
  fc
    .record({ steps: fc.array(step, { minLength: 1, maxLength: maxSteps, size: 'max' }), readings })
    .chain(({ steps, readings: read }) => {
      const truth = new Truth();
      const reading = (): Reading => ({
        items: truth.seenBy(reader),
        nextCursor: null,
        position: String(truth.position),
      });
      const before = reading();
      const come: (LiveMessage | Reading)[] = [];
      for (const [at, each] of steps.entries()) {
        come.push(...truth.take(each, reader));
        if (read.includes(at)) come.push(reading());
      }
      const order = fc.shuffledSubarray(come, { minLength: come.length, maxLength: come.length });
      return fc.record({ before: fc.constant(before), come: order, truth: fc.constant(truth.seenBy(reader)) });
    });

const atTheEnd = (before: Reading, come: readonly (LiveMessage | Reading)[], reader: string): Shelf =>
  come.reduce<Shelf>(
    (shelf, next) =>
      'kind' in next
        ? foldShelf(shelf, next, { reader, kind: reader === owner ? 'own' : 'public' })
        : readFromTop(next, shelf),
    readFromTop(before),
  );

test('the owner sees what is, in whichever order messages and readings come', () => {
  const compared = new Spread();
  const received = new Spread();
  fc.assert(
    fc.property(happened(owner, fc.array(fc.nat(maxSteps - 1), { maxLength: 3 })), ({ before, come, truth }) => {
      compared.add(truth.length);
      received.add(come.length);
      expect(shown(atTheEnd(before, come, owner), owner)).toEqual(truth);
    }),
    { numRuns: 500 },
  );
  expect(compared.share(1)).toBeGreaterThan(0.6);
  expect(received.mean).toBeGreaterThan(8);
});

test('another reader sees what is, of the playlists on their screen, also if hidden and shown again', () => {
  const compared = new Spread();
  fc.assert(
    fc.property(happened('sam', fc.constant([])), ({ before, come, truth }) => {
      compared.add(truth.length);
      expect(shown(atTheEnd(before, come, 'sam'), 'sam')).toEqual(truth);
    }),
    { numRuns: 500 },
  );
  expect(compared.share(1)).toBeGreaterThan(0.5);
});
