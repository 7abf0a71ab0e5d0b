import { playlist } from '../../core/domain/playlist/decider.ts';
import { recipe } from '../../core/domain/recipe/decider.ts';
import { newRecipe } from '../cookbook.ts';
import type { Person, PlaylistStream } from '../homes.ts';
import { comments, playlistNames, sentences } from '../phrases.ts';
import { OpenStream } from '../recorder.ts';
import { hoursMs, type World } from '../world.ts';

/** Publishes a recipe. Some are corrected later, a few withdrawn. */
export function* publishRecipe(world: World, person: Person): Generator<number, void> {
  const { random, cookbook } = world;
  const { uid: actor } = person;
  const published = new OpenStream(recipe, world.newId());
  const text = newRecipe(random);
  world.act(person, published, { type: 'PublishRecipe', recipe: text });
  cookbook.add(published);
  if (random.chance(0.2)) {
    yield random.between(hoursMs(0), hoursMs(72));
    const description = `${text.description} ${random.pick(sentences)}`;
    world.act(person, published, { type: 'ReviseRecipe', actor, recipe: { ...text, description } });
  }
  if (!random.chance(0.03)) return;
  yield random.between(hoursMs(1), hoursMs(300));
  cookbook.remove(published);
  world.act(person, published, { type: 'WithdrawRecipe', actor });
}

/** Likes a recipe that they have cooked, and may say how it turned out. */
export function* reactToRecipe(world: World, person: Person): Generator<number, void> {
  const { random, cookbook } = world;
  const { uid: actor } = person;
  const reactions = cookbook.reactionsTo(cookbook.pick(random));
  const isPublished = true;
  // Liking a recipe again takes the like back.
  world.act(person, reactions, { type: 'Like', actor, isPublished });
  if (!random.chance(0.3)) return;
  yield world.pause();
  const commentId = world.newId();
  world.act(person, reactions, { type: 'AddComment', commentId, text: random.pick(comments), isPublished });
  if (!random.chance(0.1)) return;
  yield world.pause();
  world.act(person, reactions, { type: 'DeleteComment', actor, commentId, isPublished });
}

/** Creates a playlist and goes on with it: adds and removes recipes, renames, deletes. */
export function* collectRecipes(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const { uid: actor } = person;
  const recipeIds = recipesFor(world);
  const created = new OpenStream(playlist, world.newId());
  world.act(person, created, {
    type: 'CreatePlaylist',
    name: random.pick(playlistNames),
    description: random.chance(0.5) ? random.pick(sentences) : '',
    isPrivate: random.chance(0.3),
    recipeIds,
    missingRecipeIds: [],
  });
  world.playlists.add(created);
  for (let count = random.between(0, 5); count > 0; count--) {
    yield random.chance(0.7) ? world.pause() : random.between(hoursMs(1), hoursMs(200));
    changePlaylist(world, person, created);
  }
  if (!random.chance(0.05)) return;
  yield random.between(hoursMs(1), hoursMs(200));
  world.playlists.remove(created);
  world.act(person, created, { type: 'DeletePlaylist', actor });
}

const recipesFor = ({ random, cookbook }: World): string[] => [
  ...new Set(Array.from({ length: random.between(1, 6) }, () => cookbook.pick(random).id)),
];

function changePlaylist(world: World, person: Person, changed: PlaylistStream): void {
  const { random, cookbook } = world;
  const { uid: actor } = person;
  const { state } = changed;
  if (state.status !== 'created') return;
  switch (random.below(4)) {
    case 0:
    case 1: {
      const { id: recipeId } = cookbook.pick(random);
      world.act(person, changed, { type: 'AddRecipe', actor, recipeId, missingRecipeIds: [], withdrawn: [] });
      break;
    }
    case 2:
      world.act(person, changed, { type: 'RemoveRecipe', actor, recipeId: random.pick([...state.recipes]) });
      break;
    default: {
      const change = random.chance(0.5) ? { name: random.pick(playlistNames) } : { isPrivate: !state.isPrivate };
      world.act(person, changed, {
        type: 'RevisePlaylist',
        actor,
        ...change,
        missingRecipeIds: [],
        hiddenRecipeIds: [],
        withdrawn: [],
      });
    }
  }
}
