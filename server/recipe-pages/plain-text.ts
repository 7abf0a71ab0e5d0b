import { Parser } from 'htmlparser2';
import { linesOf } from '../recipe-text/lines.ts';

/** Elements that begin a line, or whose end does. */
const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
export const isBlock = (element: string): boolean => blocks.has(element);

/** Elements whose text is not shown. */
const hidden = new Set(['script', 'style', 'template', 'noscript', 'svg', 'title', 'textarea', 'select']);
export const isHidden = (element: string): boolean => hidden.has(element);

/** Characters of one property of a page. */
const maxProperty = 100_000;

/**
 * The text of a value that may contain HTML, or entities that were encoded twice, as many pages have them: one line for
 * each block of text, without blank ones.
 * @param maxLength characters; the rest is ignored
 */
export function plainText(value: string, maxLength = maxProperty): string {
  const text = value.slice(0, maxLength);
  return tidyLines(/[<&]/.test(text) ? textOf(textOf(text)) : text);
}

/** On a single line. */
export const plainLine = (value: string): string => plainText(value).replace(/\s+/g, ' ');

function textOf(html: string): string {
  // In a text without blocks, its own line breaks count.
  const hasBlocks = /<(?:p|br|li|div|tr|h\d)\b/i.test(html);
  let text = '';
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (isHidden(name)) hiddenDepth++;
      if (isBlock(name)) text += '\n';
    },
    ontext: (part) => {
      if (hiddenDepth === 0) text += hasBlocks ? part.replace(/\s+/g, ' ') : part;
    },
    onclosetag: (name) => {
      if (isHidden(name)) hiddenDepth--;
      if (isBlock(name)) text += '\n';
    },
  });
  parser.end(html);
  return text;
}

/** Collapses spaces, and removes blank lines and invisible characters. */
export const tidyLines = (text: string): string => linesOf(text).join('\n');
