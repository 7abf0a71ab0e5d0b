/** What the browsers of a user were not sent yet, from the read model of notifications. */
import { inboxModel, type RowDocument } from '../../projections/definitions/notifications/inbox.ts';
import { unknownUserName } from '../../projections/definitions/people.ts';
import { profilesModel } from '../../projections/definitions/profiles.ts';
import type { ReadModelReader } from '../../projections/read-models/read-model-store.ts';
import { notificationLimits } from '../core/contracts/limits.ts';
import { addressOf, wordsOf } from '../core/contracts/notification-kinds.ts';
import type { PushMessage } from '../core/contracts/notifications.ts';
import type { Profile } from '../core/contracts/profile.ts';

export interface PushReadModels {
  readonly notifications: ReadModelReader;
  readonly profiles: ReadModelReader;
}

/** After an outage, a browser gets the newest; the others are in the inbox. */
const maxAtOnce = 5;
/** After every id: ids are of letters, digits and `:_-`. */
const last = '~';
const usersAtOnce = 500;

export interface Unsent {
  /** Position of the log at which it became unread. */
  readonly since: number;
  /** Position up to which it was read before. */
  readonly readThrough: number;
  /** The user whose action it is. */
  readonly by: string;
  readonly message: PushMessage;
}

/** The newest messages about what became unread after a position, oldest first. @throws ReadModelUnavailable */
export async function unsentTo(models: PushReadModels, uid: string, after: number): Promise<Unsent[]> {
  const { rows, rowKey, unreadOf } = inboxModel;
  const newest = await models.notifications.range(unreadOf(uid), { direction: 'descending', limit: maxAtOnce });
  const entries = newest.filter(({ score }) => score > after).reverse();
  if (entries.length === 0) return [];
  const stored = await models.notifications.getMany(
    rows,
    entries.map(({ member }) => rowKey(uid, member)),
  );
  const found = entries.flatMap(({ score }, n) => {
    const document = stored[n];
    const row: RowDocument | undefined = document && JSON.parse(document.json);
    return row ? [{ since: score, row }] : [];
  });
  const names = await namesOf(models.profiles, [...new Set(found.flatMap(({ row }) => shownPeople(row)))]);
  return found.map(({ since, row }) => ({
    since,
    readThrough: row.readThrough ?? -1,
    by: row.people[0]?.uid ?? '',
    message: messageOf(row, uid, names),
  }));
}

const shownPeople = ({ people }: RowDocument): string[] =>
  people.slice(0, notificationLimits.people).map(({ uid }) => uid);

function messageOf(row: RowDocument, uid: string, names: ReadonlyMap<string, string>): PushMessage {
  const people = shownPeople(row).map((one) => ({ uid: one, name: names.get(one) ?? unknownUserName }));
  const { who, did, title } = wordsOf({ ...row, people });
  return {
    id: row.id,
    title: `${who} ${did} ${title}`.trimEnd(),
    body: row.excerpt ?? '',
    address: addressOf({ ...row, people }, uid),
  };
}

async function namesOf(profiles: ReadModelReader, uids: readonly string[]): Promise<Map<string, string>> {
  const documents = await profiles.getMany(profilesModel.profiles, uids);
  return new Map(
    documents.flatMap((document, n): [string, string][] => {
      const uid = uids[n];
      if (!document || uid === undefined) return [];
      const { username }: Pick<Profile, 'username'> = JSON.parse(document.json);
      return [[uid, username]];
    }),
  );
}

/** The users who were notified after a position, and the position up to which these are all. @throws ReadModelUnavailable */
export async function notifiedAfter(
  notifications: ReadModelReader,
  position: number,
): Promise<{ users: string[]; through: number }> {
  const after = { score: position, member: last };
  const entries = await notifications.range(inboxModel.notified, { direction: 'ascending', limit: usersAtOnce, after });
  // Several users may be notified by one event: those of the last one may not all be here.
  const end = entries.length < usersAtOnce ? undefined : entries.at(-1)?.score;
  const complete = entries.filter(({ score }) => score !== end);
  const taken = complete.length > 0 ? complete : entries;
  return { users: taken.map(({ member }) => member), through: taken.at(-1)?.score ?? position };
}
