import { profile } from '../core/domain/profile/decider.ts';
import { homeOfUser, type Person } from './homes.ts';
import type { Ids } from './ids.ts';
import { firstNames, lastNames } from './phrases.ts';
import type { Random } from './random.ts';
import { OpenStream } from './recorder.ts';

/** People who use Potluck at one time. */
const maxPeople = 2_000;
/** The share of sessions in which a new user registers: below that number of users, and above it. */
const newcomersWhileGrowing = 0.06;
const newcomers = 0.02;
const minPeople = 12;

export function newPerson(ids: Ids, random: Random): Person {
  const uid = ids.uid();
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  return {
    uid,
    name,
    profile: new OpenStream(profile, uid),
    own: homeOfUser(uid),
    calendarLinks: new Map(),
    households: [],
    memberships: 0,
  };
}

/** Those who use Potluck, the most active ones first. */
export class People {
  readonly #ids: Ids;
  readonly #random: Random;
  readonly #active: Person[] = [];

  constructor(ids: Ids, random: Random) {
    this.#ids = ids;
    this.#random = random;
  }

  /** Who begins a session: a few people often, many seldom, and sometimes a newcomer. */
  next(): Person {
    const isGrowing = this.#active.length < maxPeople;
    if (this.#active.length < minPeople || this.#random.chance(isGrowing ? newcomersWhileGrowing : newcomers)) {
      return this.#welcome();
    }
    return this.another() ?? this.#welcome();
  }

  /** A random user; undefined if there are none. */
  another(): Person | undefined {
    const { length } = this.#active;
    return length === 0 ? undefined : this.#active[this.#random.rank(length)];
  }

  /** A newcomer may become more or less active than others. Once there are many, they replace a user who leaves. */
  #welcome(): Person {
    const newcomer = newPerson(this.#ids, this.#random);
    const place = this.#random.below(this.#active.length + 1);
    const displaced = this.#active[place];
    this.#active[place] = newcomer;
    if (displaced && this.#active.length < maxPeople) this.#active.push(displaced);
    else if (displaced) retire(displaced);
    return newcomer;
  }
}

/** Their households go on without them: nobody removes them there. */
function retire(person: Person): void {
  for (const { people } of person.households) people.splice(people.indexOf(person), 1);
  person.households.length = 0;
}
