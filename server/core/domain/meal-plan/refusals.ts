import { Refusal } from '../refusal.ts';

export const mealPlanRefusals = {
  versionUnknown: () =>
    new Refusal('conflict', 'VERSION_UNKNOWN', 'The plan has no such version any more; please read it again'),
  slotChanged: (field?: string) =>
    new Refusal('conflict', 'SLOT_CHANGED', 'This meal was changed on another device meanwhile', field),
  slotRepeated: () => new Refusal('invalid', 'SLOT_REPEATED', 'Each slot can be changed once in a request', 'slots'),
  titleRequired: (field?: string) => new Refusal('invalid', 'TITLE_REQUIRED', 'A planned recipe needs a title', field),
};
