/** Suites with a phone and a laptop of one user, which show an empty plan before each test. */
import { beforeEach } from 'vitest';
import { type Browsers, openPhoneAndLaptop, type Person } from './browsers.ts';
import { openEmptyWeek, planOn } from './meal-plan.ts';
import { withBrowsers } from './with-browsers.ts';

interface Plans {
  readonly browsers: Browsers;
  readonly phone: Person;
  readonly laptop: Person;
  readonly phonePlan: ReturnType<typeof planOn>;
  readonly laptopPlan: ReturnType<typeof planOn>;
}

/**
 * Opens this week's empty meal plan of a user on a phone and a laptop before each test of a suite.
 * @param program path of Chromium
 * @param use gets the browsers once, before the first test
 */
export function withEmptyWeek(program: string, use: (plans: Plans) => void): void {
  let opened: Plans;

  withBrowsers(program, async (browsers) => {
    const { phone, laptop } = await openPhoneAndLaptop(browsers);
    opened = { browsers, phone, laptop, phonePlan: planOn(phone.page), laptopPlan: planOn(laptop.page) };
    use(opened);
  });

  beforeEach(() => openEmptyWeek(opened.browsers.server, [opened.phone, opened.laptop]));
}
