import type { Mention } from '../../server/core/contracts/community.ts';
import { hashtagsIn } from '../../server/core/contracts/hashtags.ts';
import { mentionPlaces } from '../../server/core/contracts/mention-places.ts';
import type { FoundLink } from './find-links.ts';

/** A part of a text, in order. */
export type TextPart = { readonly start: number; readonly text: string } & (
  | { readonly kind: 'plain' }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'person'; readonly uid: string }
);

export interface Written {
  readonly text: string;
  readonly mentions?: readonly Mention[] | undefined;
  readonly links?: readonly FoundLink[] | undefined;
  /** Whether the text goes on. Its last word may then be cut, so it is no link. */
  readonly isCut?: boolean;
}

/** Splits a text at its links, hashtags and mentions. The parts together are the text. */
export function textParts({ text, mentions = [], links = [], isCut = false }: Written): TextPart[] {
  const marked = [
    ...links.map((link) => ({ ...link, kind: 'link' as const })),
    ...hashtagsIn(text).map((tag) => ({ ...tag, kind: 'tag' as const })),
    ...mentionPlaces(text, mentions).map((place) => ({ ...place, kind: 'person' as const })),
  ].sort((one, other) => one.start - other.start);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end, ...mark } of marked) {
    const isInside = start < at;
    if (isInside || (isCut && end === text.length)) continue;
    if (start > at) parts.push({ kind: 'plain', start: at, text: text.slice(at, start) });
    parts.push({ ...mark, start, text: text.slice(start, end) });
    at = end;
  }
  if (at < text.length) parts.push({ kind: 'plain', start: at, text: text.slice(at) });
  return parts;
}
