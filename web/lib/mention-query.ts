import { profileLimits } from '../../server/core/contracts/limits.ts';
import { beforeSign } from '../../server/core/contracts/word-starts.ts';

/** A name that is being written after an `@`. */
export interface MentionQuery {
  /** The position of the `@`. */
  readonly start: number;
  readonly end: number;
  readonly beginning: string;
}

/** Names have few words: after more, the user is writing on. */
const maxSpaces = 2;
const beforeCaret = new RegExp(String.raw`(?:${beforeSign})@([\p{L}\p{N}][^\n@]*)$`, 'u');

/** The name that the user writes at the caret; undefined if it is none. */
export function mentionQueryAt(text: string, caret: number): MentionQuery | undefined {
  const beginning = beforeCaret.exec(text.slice(0, caret))?.[1];
  if (beginning === undefined || beginning.length > profileLimits.username) return undefined;
  if (beginning.split(' ').length > maxSpaces + 1 || beginning.endsWith('  ')) return undefined;
  return { start: caret - beginning.length - 1, end: caret, beginning };
}

/** The text with the whole name, and where the caret is then. */
export function completeMention(text: string, { start, end }: MentionQuery, name: string) {
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(end).replace(/^ /, ''), caret: before.length };
}
