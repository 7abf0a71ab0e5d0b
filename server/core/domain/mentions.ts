import { communityLimits } from '../contracts/limits.ts';
import { occurringMentions } from '../contracts/mention-places.ts';

/** A person whom a text mentions as `@` and `name`. The name alone would be ambiguous, and people change theirs. */
export type Mention = { uid: string; name: string };

/** The mentions that a text has, in an optional property of the event: omitted if there are none, as before there were any. */
export function mentionsOf(written: string, mentions: readonly Mention[] = []): { mentions?: Mention[] } {
  const occurring = occurringMentions(written, mentions, communityLimits.mentions);
  return occurring.length === 0 ? {} : { mentions: occurring.map(({ uid, name }) => ({ uid, name })) };
}
