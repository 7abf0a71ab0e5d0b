/** A week, by its Monday, and recipes to plan in it. */
import type { PlannedRecipe } from '../../server/core/domain/meal-plan/events.ts';

export const week = '2026-11-16';
export const ramen: PlannedRecipe = { id: 'ramen', title: 'Shoyu Ramen', cuisine: 'Japanese', cookingTime: 45 };
export const pizza: PlannedRecipe = { id: 'pizza', title: 'Margherita Pizza', cuisine: 'Italian', cookingTime: 90 };
