import { isReconnection, isSpamWave } from './bad-days.ts';
import type { Person } from './homes.ts';
import { editProfile, linkCalendar } from './sessions/account.ts';
import { collectRecipes, publishRecipe, reactToRecipe } from './sessions/cooking.ts';
import { publishPost, readFeed } from './sessions/feed.ts';
import { keepLists } from './sessions/further-lists.ts';
import { shareHousehold } from './sessions/households.ts';
import { planWeek } from './sessions/planning.ts';
import { checkTogether, clearByMistake, shop, writeDown } from './sessions/shopping.ts';
import { advertise, sendWaitingChanges } from './sessions/trouble.ts';
import type { Session, World } from './world.ts';

type Begin = (world: World, person: Person) => Session;

/** How often sessions of a kind begin, in proportion to the others. */
const kinds: readonly (readonly [weight: number, begin: Begin])[] = [
  [380, readFeed],
  [60, publishPost],
  [230, writeDown],
  [150, shop],
  [12, checkTogether],
  [8, clearByMistake],
  [80, planWeek],
  [25, publishRecipe],
  [20, collectRecipes],
  [30, reactToRecipe],
  [30, shareHousehold],
  [12, keepLists],
  [8, editProfile],
  [6, linkCalendar],
];
const total = kinds.reduce((sum, [weight]) => sum + weight, 0);

/** Sunday afternoon, when many plan the week. */
const isPlanningTime = (time: Date): boolean => time.getUTCDay() === 0 && time.getUTCHours() >= 15;

/** @param hour since the start of the year */
export function beginSession(world: World, hour: number): Session {
  const { random, people } = world;
  if (isSpamWave(hour) && random.chance(0.6)) return advertise(world);
  const person = people.next();
  if (isReconnection(hour) && random.chance(0.6)) return sendWaitingChanges(world, person);
  if (isPlanningTime(new Date(world.recorder.nowMs)) && random.chance(0.3)) return planWeek(world, person);
  return kindOf(random.below(total))(world, person);
}

function kindOf(number: number): Begin {
  let left = number;
  for (const [weight, begin] of kinds) {
    left -= weight;
    if (left < 0) return begin;
  }
  return readFeed;
}
