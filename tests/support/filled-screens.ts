/** A member with content on every screen. */
import { publishAllKinds } from './all-kinds-of-posts.ts';
import { apiOf } from './api-of.ts';
import type { Browsers, Person } from './browsers.ts';
import { dishes } from './meal-plan.ts';

/** Creates a recipe, posts, groceries, a plan for this week and a public playlist. */
export async function fillScreens(browsers: Browsers, member: Person): Promise<{ recipe: string; playlist: string }> {
  const { server } = browsers;
  const { salad, pancakes } = dishes;
  const api = apiOf(server, member);
  await publishAllKinds(browsers, member);
  const { id } = await api.publishRecipe({
    type: 'image',
    title: 'Salad with Feta',
    author: member.name,
    description: 'Tomatoes, cucumber and a slab of feta.',
    cuisine: 'Mediterranean',
    difficulty: 'Easy',
    cookingTime: 15,
    servings: 4,
    imageUrl: `${server.address}/art/greek-card-960.webp`,
    ingredients: Array.from({ length: 12 }, (_, n) => ({ name: `Ingredient ${n + 1}`, amount: '100', unit: 'g' })),
    instructions: Array.from({ length: 8 }, (_, n) => `Step ${n + 1} takes a while. ${'Stir and wait. '.repeat(12)}`),
  });
  await api.addGroceries({ name: 'Milk', amount: '1', unit: 'l' }, { name: 'Feta' }, { name: 'Tomatoes', amount: '6' });
  await api.plan({ Monday: { Breakfast: pancakes, Dinner: salad }, Sunday: { Lunch: salad } });
  const playlist = await api.createPlaylist({ name: 'Sundays', description: 'Slow food.', recipes: [{ id }] });
  return { recipe: `/recipe/${id}`, playlist: `/playlists/${member.session.uid}/${playlist.id}` };
}
