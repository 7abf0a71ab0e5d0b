import {
  emptyInbox,
  type InboxDocument,
  inboxModel,
  type RowDocument,
} from '../../../../projections/definitions/notifications/inbox.ts';
import { unknownUserName } from '../../../../projections/definitions/people.ts';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { notificationLimits } from '../../../core/contracts/limits.ts';
import { notificationGroups } from '../../../core/contracts/notification-kinds.ts';
import type {
  Notification,
  NotificationPage,
  NotificationSettings,
  UnreadNotifications,
} from '../../../core/contracts/notifications.ts';
import type { Person } from '../../../core/contracts/people.ts';
import { notifications as aggregate } from '../../../core/domain/notifications/decider.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { idsOf } from '../../requests/pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { personIn } from '../../writing/authors.ts';
import { executeCommand, executeRemoval, readFrom } from '../../writing/execute-command.ts';
import * as operations from './operations.ts';

export interface NotificationDeps {
  readonly commands: CommandHandler;
  readonly notifications: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly authentication: Authentication;
}

const { inboxes, rows, inboxOf, rowKey } = inboxModel;

export function notificationRoutes(app: Routes, deps: NotificationDeps): void {
  const { commands, notifications: model, profiles, authentication } = deps;
  const onRequest = authentication.required('Please log in to see your notifications');

  async function inboxOfUser(uid: string): Promise<InboxDocument> {
    const document = await model.get(inboxes, uid);
    return document ? JSON.parse(document.json) : emptyInbox;
  }

  app.get('/notifications', { schema: operations.readNotifications, onRequest }, async (request, reply) => {
    const { uid } = userOf(request);
    const { cursor, limit = 20 } = request.query;
    await readFrom(request, reply, model);
    const [{ ids, nextCursor }, { unread }] = await Promise.all([
      idsOf(model, { index: inboxOf(uid), cursor, limit }),
      inboxOfUser(uid),
    ]);
    const stored = await model.getMany(
      rows,
      ids.map((id) => rowKey(uid, id)),
    );
    // A missing one was removed between the two reads.
    const found = stored.flatMap((document): RowDocument[] => (document ? [JSON.parse(document.json)] : []));
    const people = await peopleIn(profiles, found);
    return {
      items: found.map((row) => present(row, people)),
      nextCursor,
      unread,
    } satisfies NotificationPage;
  });

  app.get('/notifications/unread', { schema: operations.readUnread, onRequest }, async (request, reply) => {
    await readFrom(request, reply, model);
    const { unread } = await inboxOfUser(userOf(request).uid);
    return { unread } satisfies UnreadNotifications;
  });

  app.post('/notifications/read', { schema: operations.markRead, onRequest }, (request, reply) => {
    const { uid: id } = userOf(request);
    const { id: one, through: time } = request.body;
    // As the log has times, to compare them as texts.
    const through = new Date(time).toISOString();
    const command =
      one === undefined
        ? ({ type: 'MarkAllRead', through } as const)
        : ({ type: 'MarkRead', id: one, through } as const);
    return executeRemoval({ request, reply, commands, model }, aggregate, { id, command });
  });

  app.get('/notifications/settings', { schema: operations.readSettings, onRequest }, async (request, reply) => {
    await readFrom(request, reply, model);
    return settingsOf((await inboxOfUser(userOf(request).uid)).muted);
  });

  app.put('/notifications/settings', { schema: operations.changeSettings, onRequest }, (request, reply) => {
    const { uid: id } = userOf(request);
    const command = { type: 'Mute', groups: request.body.muted } as const;
    return executeCommand(
      { request, reply, commands, model },
      { aggregate, prepare: () => ({ id, command }), present: ({ state }) => settingsOf(state.muted) },
    );
  });
}

/** Without groups that this release does not know. */
const settingsOf = (muted: readonly string[]): NotificationSettings => ({
  muted: notificationGroups.filter((group) => muted.includes(group)),
});

const shownPeople = ({ people }: RowDocument): string[] =>
  people.slice(0, notificationLimits.people).map(({ uid }) => uid);

/** Those whom the notifications name, by uid. */
async function peopleIn(profiles: ReadModelReader, found: readonly RowDocument[]): Promise<Map<string, Person>> {
  const uids = [...new Set(found.flatMap(shownPeople))];
  const documents = await profiles.getMany(profilesModel.profiles, uids);
  return new Map(
    uids.map((uid, n) => {
      const document = documents[n];
      return [uid, { uid, ...(document ? personIn(document) : { name: unknownUserName, avatar: null }) }];
    }),
  );
}

function present(row: RowDocument, people: ReadonlyMap<string, Person>): Notification {
  const { id, kind, subject, title, excerpt, count, at, unread } = row;
  const shown = shownPeople(row).flatMap((uid) => people.get(uid) ?? []);
  return { id, kind, subject, title, ...(excerpt !== undefined && { excerpt }), people: shown, count, at, unread };
}
