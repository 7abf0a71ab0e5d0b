import { type Person, people } from '../../../../projections/definitions/people.ts';
import { type WriterDocument, writersModel } from '../../../../projections/definitions/writers.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { Mention } from '../../../core/contracts/community.ts';
import { communityLimits, profileLimits } from '../../../core/contracts/limits.ts';
import { isNameAt, mentionPlaces, mentionStarts } from '../../../core/contracts/mention-places.ts';

/** Words that a name may have, to be found in a text. */
const maxWords = 5;
const words = /^\S+(?: \S+)*/;
const trailingPunctuation = /[^\p{L}\p{M}\p{N}]+$/u;

/**
 * The people that a text mentions: those whom the writer chose, if the name in the text is theirs, and those whose name
 * only one person in the community has.
 */
export async function resolveMentions(
  posts: ReadModelReader,
  text: string,
  chosen: readonly Mention[] = [],
): Promise<Mention[]> {
  const starts = mentionStarts(text).slice(0, communityLimits.mentions);
  if (starts.length === 0) return [];
  const known = await withTheirNames(posts, chosen);
  const taken = new Set(mentionPlaces(text, known).map(({ start }) => start + 1));
  const found = await Promise.all(
    starts.filter((start) => !taken.has(start)).map((start) => personNamedAt(posts, text, start)),
  );
  return [...known, ...found.flatMap((mention) => mention ?? [])];
}

/** A name that is not the person's own would be a link in disguise. */
async function withTheirNames(posts: ReadModelReader, chosen: readonly Mention[]): Promise<Mention[]> {
  const documents = await posts.getMany(
    people,
    chosen.map(({ uid }) => uid),
  );
  return chosen.filter(({ name }, at) => {
    const document = documents[at];
    if (!document) return false;
    const person: Person = JSON.parse(document.json);
    return person.name.toLowerCase() === name.toLowerCase();
  });
}

/** Tries the longest name first. */
async function personNamedAt(posts: ReadModelReader, text: string, start: number): Promise<Mention | undefined> {
  for (const name of possibleNames(text.slice(start, start + profileLimits.username))) {
    const [only, other] = await posts.range(writersModel.named(name), { limit: 2, direction: 'ascending' });
    if (!only) continue;
    if (other) return undefined;
    const document = await posts.get(writersModel.writers, only.member);
    const writer: WriterDocument | undefined = document && JSON.parse(document.json);
    return writer && isNameAt(text, start, writer.name) ? { uid: writer.uid, name: writer.name } : undefined;
  }
  return undefined;
}

/** The beginnings of a text that may be a name, longest first: its first words, also without the punctuation after them. */
function possibleNames(text: string): Set<string> {
  const first = (words.exec(text)?.[0] ?? '').split(' ').slice(0, maxWords);
  const longestFirst = first.map((_, at) => first.slice(0, first.length - at).join(' '));
  return new Set(longestFirst.flatMap((name) => [name, name.replace(trailingPunctuation, '')]).filter(Boolean));
}
