import type { ComponentType } from 'react';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';

export interface RecipeDialogProps {
  recipe: RecipeCard;
  /** The signed-in user. */
  uid: string;
  onClose: () => void;
}

/** Dialogs of other features that a recipe's screen opens. */
export interface RecipeDialogs {
  /** Plans the recipe for a day. */
  plan(): Promise<ComponentType<RecipeDialogProps>>;
  /** Adds the recipe to the user's playlists. */
  playlist(): Promise<ComponentType<RecipeDialogProps>>;
}

const missing = () => Promise.reject(new Error('The application provides the dialogs'));
let dialogs: RecipeDialogs = { plan: missing, playlist: missing };

/** The features of plans and playlists implement them, and other features must not import those. */
export function provideRecipeDialogs(provided: RecipeDialogs): void {
  dialogs = provided;
}

export const loadPlanDialog: RecipeDialogs['plan'] = () => dialogs.plan();
export const loadPlaylistDialog: RecipeDialogs['playlist'] = () => dialogs.playlist();
