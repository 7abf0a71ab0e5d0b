import { mealPlanLimits } from '../../contracts/limits.ts';
import { Refusal } from '../refusal.ts';

/** What two members have changed differently. */
const changed = {
  dish: 'The recipe or note of this meal was changed meanwhile; choose which one to keep',
  slot: 'This meal was moved meanwhile; choose where to keep it',
  servings: 'How many eat was changed meanwhile; choose which number to keep',
} as const;

export const mealPlanRefusals = {
  versionUnknown: () =>
    new Refusal('conflict', 'VERSION_UNKNOWN', 'The plan has no such version any more; please read it again'),
  slotChanged: (field?: string) =>
    new Refusal('conflict', 'SLOT_CHANGED', 'This meal was changed meanwhile; choose which one to keep', field),
  slotRepeated: () => new Refusal('invalid', 'SLOT_REPEATED', 'Each slot can be changed once in a request', 'slots'),
  slotFull: () =>
    new Refusal('conflict', 'SLOT_FULL', `A slot has room for ${mealPlanLimits.perSlot} meals; remove one first`),
  mealNotFound: (field?: string) =>
    new Refusal('not-found', 'MEAL_NOT_FOUND', 'This meal is not in the plan any more', field),
  mealChangedMeanwhile: (what: keyof typeof changed, field?: string) =>
    new Refusal('conflict', 'MEAL_CHANGED_MEANWHILE', changed[what], field),
  idInUse: (field?: string) =>
    new Refusal(
      'conflict',
      'ID_IN_USE',
      'There is a meal with this id already; send a new id with each planned meal',
      field,
    ),
  titleRequired: (field?: string) => new Refusal('invalid', 'TITLE_REQUIRED', 'A planned recipe needs a title', field),
  noteRequired: (field?: string) => new Refusal('invalid', 'NOTE_REQUIRED', 'Write what is planned', field),
  dishRequired: (field?: string) =>
    new Refusal('invalid', 'DISH_REQUIRED', 'A meal needs either a recipe or a note', field),
};
