import { type Person, people } from '../../../projections/definitions/people.ts';
import { writersModel } from '../../../projections/definitions/writers.ts';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import type { Mention } from '../../core/contracts/community.ts';
import { communityLimits, profileLimits } from '../../core/contracts/limits.ts';
import { isNameAt, mentionPlaces, mentionStarts } from '../../core/contracts/mention-places.ts';

/** Those in which people are found by their names. */
interface WriterModels {
  /** Has the names of all people. */
  readonly posts: ReadModelReader;
  readonly recipes: ReadModelReader;
}

/** Words that a name may have, to be found in a text. */
const maxWords = 5;
const words = /^\S+(?: \S+)*/;
const trailingPunctuation = /[^\p{L}\p{M}\p{N}]+$/u;

interface KnownMentions {
  readonly chosen?: readonly Mention[] | undefined;
  /** Of the text before it was edited. They keep the names that they had then. */
  readonly recorded?: readonly Mention[] | undefined;
}

/**
 * The people that a text mentions: those whom the writer chose, if the name in the text is theirs, those whom the text
 * mentioned before the edit under a name that it still has, and those whose name only one of those has who have published
 * something.
 */
export async function resolveMentions(
  models: WriterModels,
  text: string,
  { chosen = [], recorded = [] }: KnownMentions,
): Promise<Mention[]> {
  const starts = mentionStarts(text).slice(0, communityLimits.mentions);
  if (starts.length === 0) return [];
  const known = [...(await withTheirNames(models.posts, chosen)), ...recorded];
  const taken = new Set(mentionPlaces(text, known).map(({ start }) => start + 1));
  const found = await Promise.all(
    starts.filter((start) => !taken.has(start)).map((start) => personNamedAt(models, text, start)),
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
async function personNamedAt(
  { posts, recipes }: WriterModels,
  text: string,
  start: number,
): Promise<Mention | undefined> {
  for (const possible of possibleNames(text.slice(start, start + profileLimits.username))) {
    const index = writersModel.named(possible);
    const found = await Promise.all(
      [posts, recipes].map((model) => model.range(index, { limit: 2, direction: 'ascending' })),
    );
    const [only, other] = new Set(found.flat().map(({ member }) => member));
    if (only === undefined) continue;
    if (other !== undefined) return undefined;
    const document = await posts.get(people, only);
    const person: Person | undefined = document && JSON.parse(document.json);
    return person && isNameAt(text, start, person.name) ? { uid: only, name: person.name } : undefined;
  }
  return undefined;
}

/** The beginnings of a text that may be a name, longest first: its first words, also without the punctuation after them. */
function possibleNames(text: string): Set<string> {
  const first = (words.exec(text)?.[0] ?? '').split(' ').slice(0, maxWords);
  const longestFirst = first.map((_, at) => first.slice(0, first.length - at).join(' '));
  return new Set(longestFirst.flatMap((name) => [name, name.replace(trailingPunctuation, '')]).filter(Boolean));
}
