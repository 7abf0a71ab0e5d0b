import { capitalise } from '../../../lib/capitalise.ts';
import { findDurations } from './find-durations.ts';
import { findIngredients } from './named-ingredients.ts';
import type { NewTimer } from './timers.ts';

/** A part of a step's text, of which some start a timer. */
export interface StepPart {
  readonly text: string;
  readonly timer?: NewTimer;
}

export interface Step {
  readonly recipeId: string;
  /** From 0. */
  readonly index: number;
  readonly text: string;
  /** Of all ingredients of the recipe. */
  readonly names: readonly string[];
}

const maxLabel = 24;

/** Divides the text of a step at its durations. */
export function stepParts(step: Step): StepPart[] {
  const durations = findDurations(step.text);
  let at = 0;
  const parts = durations.flatMap(({ start, end, seconds }, n): StepPart[] => {
    const timer = {
      id: `${step.recipeId} ${step.index} ${n}`,
      recipeId: step.recipeId,
      label: labelOf(step, start),
      seconds,
    };
    const before = step.text.slice(at, start);
    at = end;
    return [{ text: before }, { text: step.text.slice(start, end), timer }];
  });
  return [...parts, { text: step.text.slice(at) }].filter(({ text }) => text !== '');
}

/**
 * What a timer is for: the first ingredient that its sentence names, or the first one of the text. "Boil the eggs for 6½
 * minutes" is "Eggs".
 */
function labelOf({ text, names, index }: Step, at: number): string {
  const before = text.slice(0, at);
  const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => before.lastIndexOf(mark)));
  const mentions = findIngredients(text, names);
  const named =
    mentions.find(({ start }) => start > sentence && start < at) ?? mentions.find(({ start }) => start < at);
  const label = named && text.slice(named.start, named.end);
  return label === undefined || label.length > maxLabel ? `Step ${index + 1}` : capitalise(label);
}
