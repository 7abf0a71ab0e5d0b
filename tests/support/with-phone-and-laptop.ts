/** Suites with a phone and a laptop of one user, which show an empty list or plan before each test. */
import { beforeEach } from 'vitest';
import { type Browsers, openPhoneAndLaptop, type Person } from './browsers.ts';
import { listOn, openEmptyList } from './grocery-list.ts';
import { openEmptyWeek, planOn } from './meal-plan.ts';
import type { ServerAddress } from './running-server.ts';
import { withBrowsers } from './with-browsers.ts';

interface PhoneAndLaptop<Server extends ServerAddress> {
  readonly browsers: Browsers<Server>;
  readonly phone: Person;
  readonly laptop: Person;
}

interface Lists<Server extends ServerAddress> extends PhoneAndLaptop<Server> {
  readonly phoneList: ReturnType<typeof listOn>;
  readonly laptopList: ReturnType<typeof listOn>;
}

interface Plans extends PhoneAndLaptop<ServerAddress> {
  readonly phonePlan: ReturnType<typeof planOn>;
  readonly laptopPlan: ReturnType<typeof planOn>;
}

/** `withBrowsers` or `withOwnServer`. */
type OpenForSuite<Server extends ServerAddress> = (
  program: string,
  arrange: (browsers: Browsers<Server>) => Promise<void>,
) => void;

/**
 * Opens a user's empty grocery list on a phone and a laptop before each test of a suite.
 * @param program path of Chromium
 * @param use gets the browsers once, before the first test
 */
export function withEmptyList<Server extends ServerAddress>(
  open: OpenForSuite<Server>,
  program: string,
  use: (lists: Lists<Server>) => void,
): void {
  withPhoneAndLaptop(open, program, openEmptyList, (opened) =>
    use({ ...opened, phoneList: listOn(opened.phone.page), laptopList: listOn(opened.laptop.page) }),
  );
}

/**
 * Opens this week's empty meal plan of a user on a phone and a laptop before each test of a suite.
 * @param program path of Chromium
 * @param use gets the browsers once, before the first test
 */
export function withEmptyWeek(program: string, use: (plans: Plans) => void): void {
  withPhoneAndLaptop(withBrowsers, program, openEmptyWeek, (opened) =>
    use({ ...opened, phonePlan: planOn(opened.phone.page), laptopPlan: planOn(opened.laptop.page) }),
  );
}

function withPhoneAndLaptop<Server extends ServerAddress>(
  open: OpenForSuite<Server>,
  program: string,
  openScreen: typeof openEmptyList,
  use: (opened: PhoneAndLaptop<Server>) => void,
): void {
  let server: Server;
  let people: [Person, Person];

  open(program, async (browsers) => {
    const { phone, laptop } = await openPhoneAndLaptop(browsers);
    server = browsers.server;
    people = [phone, laptop];
    use({ browsers, phone, laptop });
  });

  beforeEach(() => openScreen(server, people));
}
