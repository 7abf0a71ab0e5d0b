import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../../../tests/support/signed-in-page.ts';

beforeEach(() => {
  stubBrowser();
});

/** A page that has just been opened. */
async function openPage() {
  vi.resetModules();
  const { useCookingPosition, finishCooking } = await import('./cooking-position.ts');
  let go: (step: number) => void = () => undefined;
  const stepOf = (recipeId: string, steps: number): number => {
    const Step = () => {
      const [step, goTo] = useCookingPosition(recipeId, steps);
      go = goTo;
      return String(step);
    };
    return Number(renderToString(createElement(Step)));
  };
  const cook = (recipeId: string, step: number) => {
    stepOf(recipeId, 9);
    go(step);
  };
  return { stepOf, cook, finishCooking };
}

test('each recipe is at the step where the user was, also on the next page, until they finish', async () => {
  const { cook, finishCooking } = await openPage();
  cook('pie', 2);
  cook('soup', 1);
  cook('pie', 3);
  const next = await openPage();
  expect([next.stepOf('pie', 5), next.stepOf('soup', 5), next.stepOf('tart', 5)]).toEqual([3, 1, 0]);
  finishCooking('pie');
  const last = await openPage();
  expect([last.stepOf('pie', 5), last.stepOf('soup', 5)]).toEqual([0, 1]);
});

test('a recipe that has fewer steps since is at its last one', async () => {
  const { cook, stepOf } = await openPage();
  cook('pie', 4);
  expect(stepOf('pie', 3)).toBe(2);
});

test('a recipe that was cooked yesterday begins anew', async () => {
  const { cook } = await openPage();
  cook('pie', 2);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 });
  const { stepOf } = await openPage();
  expect(stepOf('pie', 5)).toBe(0);
  vi.useRealTimers();
});
