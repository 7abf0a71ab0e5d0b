import type { CalendarLinkEvent } from '../../server/core/domain/calendar-link/events.ts';
import { calendarLinkEvents } from '../../server/core/domain/calendar-link/upcast.ts';
import type { HouseholdEvent } from '../../server/core/domain/household/events.ts';
import { householdEvents } from '../../server/core/domain/household/upcast.ts';
import { idOf, type Projected, type Projection, positionScore, type Workspace } from './projection.ts';

/** The collections that the routes read. */
export const calendarLinksModel = { links: 'links', hashes: 'hashes' } as const;

const { links, hashes } = calendarLinksModel;
/** Index of the links to the plan of a user or a household. */
const linksTo = (whose: string): string => `links-to:${whose}`;

export interface CalendarLinkDocument {
  readonly uid: string;
  readonly whose: string;
  readonly secretHash: string;
  readonly createdAt: string;
}

/** The link of a secret. */
export interface CalendarHashDocument {
  readonly linkId: string;
}

type EndOfMembership = Extract<HouseholdEvent, { type: 'MemberLeft' | 'MemberRemoved' | 'HouseholdDissolved' }>;
type Event = Projected<CalendarLinkEvent> | Projected<EndOfMembership>;

/**
 * Collection `links`: a `CalendarLinkDocument` by the link's id, while the link is valid. Collection `hashes`: a
 * `CalendarHashDocument` by the hash of its secret. A link to the plan of a household ends with the membership of its user,
 * so that it is not valid again after they join again.
 */
export const calendarLinksProjection: Projection<Event> = {
  name: 'calendar-links',
  version: 2,
  events: {
    ...calendarLinkEvents,
    MemberLeft: householdEvents.MemberLeft,
    MemberRemoved: householdEvents.MemberRemoved,
    HouseholdDissolved: householdEvents.HouseholdDissolved,
  },
  fold(event, workspace) {
    const id = idOf(event);
    switch (event.type) {
      case 'CalendarLinkCreated': {
        const { whose, secretHash } = event.data;
        const { actor: uid, at: createdAt } = event.meta;
        const before = workspace.get<CalendarLinkDocument>(links, id);
        if (before) workspace.remove(hashes, before.secretHash);
        workspace.put(links, id, { uid, whose, secretHash, createdAt } satisfies CalendarLinkDocument);
        workspace.put(hashes, secretHash, { linkId: id } satisfies CalendarHashDocument);
        workspace.index(linksTo(whose), id, positionScore(event.position));
        return;
      }
      case 'CalendarLinkRevoked':
        end(workspace, id);
        return;
      case 'HouseholdDissolved':
        endAll(workspace, id, () => true);
        return;
      default:
        endAll(workspace, id, ({ uid }) => uid === event.data.uid);
    }
  },
};

function end(workspace: Workspace, id: string): void {
  const link = workspace.get<CalendarLinkDocument>(links, id);
  if (!link) return;
  workspace.remove(links, id);
  workspace.remove(hashes, link.secretHash);
  workspace.unindex(linksTo(link.whose), id);
}

/** A household may have the id of a user, whose link to their own plan stays. */
function endAll(workspace: Workspace, householdId: string, ends: (link: CalendarLinkDocument) => boolean): void {
  for (const { member: id } of workspace.range(linksTo(householdId))) {
    const link = workspace.get<CalendarLinkDocument>(links, id);
    if (link && link.uid !== link.whose && ends(link)) end(workspace, id);
  }
}
