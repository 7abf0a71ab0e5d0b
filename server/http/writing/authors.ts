import { LRUCache } from 'lru-cache';
import type { Person } from '../../../projections/definitions/people.ts';
import { profilesModel } from '../../../projections/definitions/profiles.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../commands/handle-command.ts';
import { derivedId } from '../../commands/ids.ts';
import { profileLimits } from '../../core/contracts/limits.ts';
import type { Profile } from '../../core/contracts/profile.ts';
import { profile } from '../../core/domain/profile/decider.ts';
import { line } from '../../core/domain/text.ts';
import type { User } from '../../identity/identity.ts';
import { webAddress } from '../requests/web-address.ts';

export interface Authors {
  /**
   * Whom a user writes as. Whoever has no profile yet gets one, so that what he writes is signed; but first
   * `allowed` says by throwing whether he may write it. Who wrote a short time ago is known at once, without a promise.
   */
  of(user: User, correlationId: string, allowed: () => Promise<unknown>): Person | Promise<Person>;
  /** Tells a new name or picture at once; other nodes learn it within a minute. */
  changed(uid: string, person: Person): void;
}

/** For a token without a name: an address is nobody else's business, so no part of it is shown. */
const unnamed = 'New cook';

/** What the identity provider knows is held to the same limits as what people enter here. */
const usernameOf = ({ name = '' }: User): string => line(line(name).slice(0, profileLimits.username)) || unnamed;

export function createAuthors(commands: CommandHandler, profiles: ReadModelReader): Authors {
  const people = new LRUCache<string, Person>({ max: 10_000, ttl: 60_000 });

  /** From the read model: `EnsureProfile`, sent again, would answer as it did the first time, with an old name. */
  const shownNow = async (uid: string): Promise<Person | undefined> => {
    const document = await profiles.get(profilesModel.profiles, uid);
    if (document === undefined) return undefined;
    const { username, avatar }: Pick<Profile, 'username' | 'avatar'> = JSON.parse(document.json);
    const person = { name: username, avatar };
    people.set(uid, person);
    return person;
  };

  async function ensure(user: User, correlationId: string, allowed: () => Promise<unknown>): Promise<Person> {
    const shown = await shownNow(user.uid);
    if (shown !== undefined) return shown;
    await allowed();
    const { answer } = await commands.handle(
      profile,
      user.uid,
      { type: 'EnsureProfile', username: usernameOf(user), avatar: webAddress(user.picture ?? '') ?? null },
      { actor: user.uid, commandId: derivedId('ensure-profile', user.uid), correlationId },
      ({ state }) => ({ name: state?.username ?? unnamed, avatar: state?.avatar ?? null }),
    );
    people.set(user.uid, answer);
    return answer;
  }

  return {
    of: (user, correlationId, allowed) => people.get(user.uid) ?? ensure(user, correlationId, allowed),
    changed: (uid, person) => {
      people.set(uid, person);
    },
  };
}
