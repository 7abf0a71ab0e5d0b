import { profilesModel } from '../../projections/definitions/profiles.ts';
import type { Accesses } from '../core/contracts/audit.ts';
import { accessEvents } from '../core/domain/access/upcast.ts';
import { upcast } from '../core/domain/event-versions.ts';
import { profileCategory } from '../core/domain/profile/events.ts';
import type { AuditIndex } from './index/audit-index.ts';
import { findEvents } from './index/find-events.ts';
import type { ReadLog } from './time-travel/extent.ts';
import { UnknownStream } from './time-travel/replay.ts';
import { stateAt } from './time-travel/time-travel.ts';

/** Which operators have read private data of a user, newest first, as the user finds it in their profile. */
export async function* accessesTo(
  log: ReadLog,
  index: AuditIndex,
  uid: string,
  limit: number,
): AsyncGenerator<Accesses['items'][number]> {
  const names = new Map<string, string | null>();
  for await (const recorded of findEvents(log, index, { whose: uid, direction: 'backwards', limit })) {
    const { data, meta } = upcast(accessEvents, recorded);
    const name = names.get(meta.actor) ?? (await nameOf(log, meta.actor));
    names.set(meta.actor, name);
    yield { at: meta.at, by: { uid: meta.actor, name }, what: data.what, why: data.why };
  }
}

async function nameOf(log: ReadLog, uid: string): Promise<string | null> {
  try {
    const { documents } = await stateAt(log, `${profileCategory}-${uid}`);
    const profile: { username?: unknown } = documents[`${profilesModel.profiles}/${uid}`] ?? {};
    return typeof profile.username === 'string' ? profile.username : null;
  } catch (error) {
    if (error instanceof UnknownStream) return null;
    throw error;
  }
}
