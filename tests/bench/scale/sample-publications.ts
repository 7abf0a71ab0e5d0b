import { newId } from '../../../server/commands/ids.ts';
import { type PostEvent, postCategory } from '../../../server/core/domain/post/events.ts';
import { type RecipeEvent, recipeCategory } from '../../../server/core/domain/recipe/events.ts';
import type { StreamEvent } from '../replay/sample-history.ts';
import { sampleRecipe } from './sample-recipes.ts';

const cooks = 1_000;
const firstEventAtMs = Date.UTC(2026, 0, 1);

/** Post number `n` of a community. */
export const postPublished = (n: number): StreamEvent =>
  eventOf(n, postCategory, {
    type: 'PostPublished',
    data: { title: `Week ${n} of the sourdough`, body: { type: 'text', content: 'It has begun to sing. '.repeat(10) } },
  });

export const recipePublished = (n: number): StreamEvent =>
  eventOf(n, recipeCategory, { type: 'RecipePublished', data: sampleRecipe(n) });

function eventOf(n: number, category: string, fact: PostEvent | RecipeEvent): StreamEvent {
  const now = firstEventAtMs + n * 1_000;
  const commandId = newId(now);
  const [actor, at] = [`cook-${n % cooks}`, new Date(now).toISOString()];
  const meta = { actor, commandId, correlationId: commandId, at, schema: 1 };
  return { stream: `${category}-${newId(now)}`, event: { id: newId(now), ...fact, meta } };
}
