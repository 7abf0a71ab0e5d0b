import { provideRecipeDialogs } from '../lib/recipe-dialogs.ts';

provideRecipeDialogs({
  plan: async () => (await import('../features/meal-plan/plan-recipe-dialog.tsx')).PlanRecipeDialog,
  playlist: async () => (await import('../features/playlists/add-to-playlists-dialog.tsx')).AddToPlaylistsDialog,
});
