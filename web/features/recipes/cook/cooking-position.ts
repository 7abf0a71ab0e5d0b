import { createDeviceSetting } from '../../../lib/device-setting.ts';

/** Where the user is in a recipe that they cook. */
interface Position {
  readonly recipeId: string;
  /** From 0. */
  readonly step: number;
  /** ms since the epoch. */
  readonly at: number;
}

const maxRemembered = 20;
/** After that, the user begins anew. */
const maxAgeMs = 12 * 60 * 60_000;

const positions = createDeviceSetting<readonly Position[]>(
  'potluck.cooking',
  (stored) => (Array.isArray(stored) ? stored.filter(isPosition).filter(({ at }) => Date.now() - at < maxAgeMs) : []),
  [],
);

function isPosition(stored: unknown): stored is Position {
  if (typeof stored !== 'object' || stored === null) return false;
  const { recipeId, step, at } = stored as Partial<Record<keyof Position, unknown>>;
  return typeof recipeId === 'string' && Number.isInteger(step) && Number(step) >= 0 && typeof at === 'number';
}

const othersThan = (recipeId: string): readonly Position[] =>
  positions.get().filter((position) => position.recipeId !== recipeId);

/** The step at which the user is, from 0, and the function that changes it. Kept in this browser. */
export function useCookingPosition(
  recipeId: string,
  steps: number,
): readonly [step: number, go: (step: number) => void] {
  const step = positions.use().find((position) => position.recipeId === recipeId)?.step ?? 0;
  const go = (to: number) =>
    positions.set([{ recipeId, step: to, at: Date.now() }, ...othersThan(recipeId)].slice(0, maxRemembered));
  // The recipe may have fewer steps since.
  return [Math.min(step, steps - 1), go];
}

/** The user has finished, and begins with the first step the next time. */
export const finishCooking = (recipeId: string): void => positions.set(othersThan(recipeId));
