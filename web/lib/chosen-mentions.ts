import type { Mention } from '../../server/core/contracts/community.ts';
import { communityLimits } from '../../server/core/contracts/limits.ts';
import { occurringMentions } from '../../server/core/contracts/mention-places.ts';
import { onUserLeft } from './identity/session.ts';

const maxRemembered = 200;

/** Whom the user has chosen from suggestions or replied to since the page was loaded, newest first. */
let chosen: readonly Mention[] = [];
onUserLeft(() => {
  chosen = [];
});

export function rememberMention(mention: Mention): void {
  chosen = [mention, ...chosen.filter(({ uid }) => uid !== mention.uid)].slice(0, maxRemembered);
}

/** The people in a text who were chosen. The server finds others by their names. */
export const chosenMentions = (text: string): Mention[] => occurringMentions(text, chosen, communityLimits.mentions);
