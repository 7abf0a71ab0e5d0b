/**
 * Where texts mention people: an `@` at the start of a word, followed by the name. The name alone is ambiguous, so a text
 * comes with its mentions, which say who is meant.
 */

import { beforeSign, wordCharacters } from './word-starts.ts';

/** A person that a text mentions, by the name that the text has. */
interface Named {
  readonly uid: string;
  readonly name: string;
}

export interface MentionPlace {
  readonly start: number;
  readonly end: number;
  readonly uid: string;
}

const atSign = new RegExp(`(?<=${beforeSign})@`, 'gu');
const wordGoesOn = new RegExp(`^[\\u200C\\u200D]?${wordCharacters}`, 'u');

/** The positions after each `@` that may begin a mention. */
export const mentionStarts = (text: string): number[] => Array.from(text.matchAll(atSign), ({ index }) => index + 1);

/** Whether a name stands at this place of a text, in any case, and ends there. */
export function isNameAt(text: string, at: number, name: string): boolean {
  const end = at + name.length;
  return text.slice(at, end).toLowerCase() === name.toLowerCase() && !wordGoesOn.test(text.slice(end, end + 3));
}

/** The places of the mentions in a text, in order. Of several names that begin alike, the longest counts. */
export function mentionPlaces(text: string, mentions: readonly Named[]): MentionPlace[] {
  if (mentions.length === 0) return [];
  const longestFirst = mentions.toSorted((one, other) => other.name.length - one.name.length);
  return mentionStarts(text).flatMap((start) => {
    const mention = longestFirst.find(({ name }) => name !== '' && isNameAt(text, start, name));
    return mention ? { start: start - 1, end: start + mention.name.length, uid: mention.uid } : [];
  });
}

/** The mentions that occur in a text, each person once, at most `max`. */
export function occurringMentions<Mention extends Named>(
  text: string,
  mentions: readonly Mention[],
  max: number,
): Mention[] {
  const uids = new Set(mentionPlaces(text, mentions).map(({ uid }) => uid));
  const byUid = new Map(mentions.toReversed().map((mention) => [mention.uid, mention]));
  return [...uids].flatMap((uid) => byUid.get(uid) ?? []).slice(0, max);
}
