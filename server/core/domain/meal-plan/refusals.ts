import { Refusal } from '../refusal.ts';

export const mealPlanRefusals = {
  versionUnknown: () =>
    new Refusal('conflict', 'VERSION_UNKNOWN', 'The plan has no such version any more; please read it again'),
  titleRequired: (field?: string) => new Refusal('invalid', 'TITLE_REQUIRED', 'A planned recipe needs a title', field),
};
