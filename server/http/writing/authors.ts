import { LRUCache } from 'lru-cache';
import type { Person } from '../../../projections/definitions/people.ts';
import { profilesModel } from '../../../projections/definitions/profiles.ts';
import type { ReadModelReader, StoredDocument } from '../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../commands/handle-command.ts';
import { derivedId } from '../../commands/ids.ts';
import type { CommandContext } from '../../commands/task.ts';
import { profileLimits } from '../../core/contracts/limits.ts';
import type { Profile } from '../../core/contracts/profile.ts';
import { profile } from '../../core/domain/profile/decider.ts';
import { line } from '../../core/domain/text.ts';
import type { User } from '../../identity/identity.ts';
import { webAddress } from '../requests/web-address.ts';

/** The command for which an author is needed. */
type Writing = Pick<CommandContext, 'correlationId' | 'deadline'>;

export interface Authors {
  /**
   * The name and picture that a user writes under. A user without a profile gets one, so that every write has an
   * author; `assertAllowed` runs first, and throws if the write is refused. A cached author is returned without a
   * promise.
   */
  of(user: User, writing: Writing, assertAllowed: () => Promise<unknown>): Person | Promise<Person>;
  /** Caches a new name or picture at once; other nodes show it within a minute. */
  update(uid: string, person: Person): void;
}

/** For a token without a name. The email address is private, so no part of it is shown. */
const unnamed = 'New cook';

/** A name from the identity provider has the same limits as one entered here. */
const usernameOf = ({ name = '' }: User): string => line(line(name).slice(0, profileLimits.username)) || unnamed;

/** The name and picture in the document of a profile. */
export function personIn({ json }: StoredDocument): Person {
  const { username, avatar }: Pick<Profile, 'username' | 'avatar'> = JSON.parse(json);
  return { name: username, avatar };
}

export function createAuthors(commands: CommandHandler, profiles: ReadModelReader): Authors {
  const people = new LRUCache<string, Person>({ max: 10_000, ttl: 60_000 });

  /** From the read model: repeating `EnsureProfile` would return its first answer, with an outdated name. */
  const readPerson = async (uid: string): Promise<Person | undefined> => {
    const document = await profiles.get(profilesModel.profiles, uid);
    if (document === undefined) return undefined;
    const person = personIn(document);
    people.set(uid, person);
    return person;
  };

  async function ensure(user: User, writing: Writing, assertAllowed: () => Promise<unknown>): Promise<Person> {
    const existing = await readPerson(user.uid);
    if (existing !== undefined) return existing;
    await assertAllowed();
    const { answer } = await commands.handle(
      profile,
      user.uid,
      { type: 'EnsureProfile', username: usernameOf(user), avatar: webAddress(user.picture ?? '') ?? null },
      { ...writing, actor: user.uid, commandId: derivedId('ensure-profile', user.uid) },
      ({ state }) => ({ name: state?.username ?? unnamed, avatar: state?.avatar ?? null }),
    );
    people.set(user.uid, answer);
    return answer;
  }

  return {
    of: (user, { correlationId, deadline }, assertAllowed) =>
      people.get(user.uid) ??
      ensure(user, { correlationId, ...(deadline !== undefined && { deadline }) }, assertAllowed),
    update: (uid, person) => {
      people.set(uid, person);
    },
  };
}
