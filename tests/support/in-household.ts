import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { type Household, openHousehold } from './household.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How long each chunk takes between a browser and the server, in each direction. `vitest.config.ts` sets it. */
    lineDelayMs: number;
  }
}

/**
 * Around the tests of a suite: a household is opened and arranged. Who comes in during a test has left after it, lines
 * and networks are whole again then, and no browser may have complained. At the end the household is closed.
 * @param program path of Chromium
 * @param environment of the server
 */
export function inHousehold(
  program: string,
  arrange: (household: Household) => Promise<void>,
  environment: () => Promise<Record<string, string>> = async () => ({}),
): void {
  let household: Household;

  beforeAll(async () => {
    household = await openHousehold(program, await environment(), inject('lineDelayMs'));
    await arrange(household);
  });

  beforeEach(() => household.stay());

  afterEach(async () => {
    expect(await household.settle()).toEqual([]);
  });

  afterAll(() => household?.close());
}
