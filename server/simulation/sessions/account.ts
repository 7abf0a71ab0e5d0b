import { calendarLinkOf, type Person } from '../homes.ts';
import { firstNames, lastNames } from '../phrases.ts';
import { hoursMs, type World } from '../world.ts';

/** Of SHA-256 in base64url. */
const secretHashLength = 43;

/** Changes the name, the address or the password. */
export function* editProfile(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const request = world.request(person);
  const change = random.pick([
    { username: `${random.pick(firstNames)} ${random.pick(lastNames)}` },
    { emailChanged: true },
    { passwordChanged: true },
  ]);
  world.recorder.record(person.profile, { type: 'SetProfile', ...change }, request);
  yield world.pause();
}

/** Subscribes to a plan in a calendar, and may end that later. */
export function* linkCalendar(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const { home, act } = world.placeOf(person);
  const link = calendarLinkOf(person, home);
  const secretHash = world.ids.hash(secretHashLength);
  act(link, { type: 'CreateLink', whose: home.whose, secretHash });
  if (!random.chance(0.3)) return;
  yield random.between(hoursMs(1), hoursMs(500));
  act(link, { type: 'RevokeLink' });
}
