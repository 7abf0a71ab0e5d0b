import { Parser } from 'htmlparser2';
import { parseJsonLd } from './json-ld.ts';
import { attributeValue, isMicroformat, type Markup, markupOf } from './markup.ts';
import { termOf } from './nodes.ts';
import { isBlock, isHidden, tidyLines } from './plain-text.ts';

/** What a page says about itself. */
export interface PageData {
  /** The values of its JSON-LD. */
  readonly jsonLd: readonly unknown[];
  /** The items of its microdata, RDFa Lite and microformats, in the form of JSON-LD. */
  readonly items: readonly Item[];
  /** The first values of `<meta>`, by name, such as `og:image`. */
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string;
  /** The address that relative ones are relative to, if the page names one. */
  readonly base: string | undefined;
}

interface Item {
  readonly '@type': string[];
  [property: string]: unknown[];
}

/** An open element that begins an item, or whose text is collected. */
interface Open {
  readonly depth: number;
  readonly item?: Item;
  readonly isMicroformat?: boolean;
  readonly collects?: { readonly owner: Item; readonly properties: readonly string[]; text: string };
}

/** Characters of one property, or of a script. */
const maxText = 1_000_000;
/** Properties within properties. */
const maxOpen = 50;

/** Reads a page once, without building a tree of it: memory is bounded by what is found. */
export function readPage(html: string): PageData {
  const jsonLd: unknown[] = [];
  const items: Item[] = [];
  const meta = new Map<string, string>();
  const open: Open[] = [];
  let [title, script, base] = ['', undefined as string | undefined, undefined as string | undefined];
  let depth = 0;
  let hiddenDepth = 0;
  let isInTitle = false;

  const add = (text: string): void => {
    for (const { collects } of open) if (collects && collects.text.length < maxText) collects.text += text;
  };

  const openMarkup = (name: string, attributes: Record<string, string>): void => {
    const owner = open.findLast(({ item }) => item !== undefined)?.item;
    const { types, properties } = markupOf(
      attributes,
      open.some((one) => one.isMicroformat === true),
    );
    if (types !== undefined) {
      const item: Item = { '@type': types.map(termOf) };
      if (owner && properties.length > 0) put(owner, properties, item);
      else items.push(item);
      if (open.length < maxOpen) open.push({ depth, item, isMicroformat: isMicroformat(attributes) });
      // The text of an item without properties is its name: `<span itemprop="author" itemscope>Mia</span>`.
      if (owner && open.length < maxOpen)
        open.push({ depth, collects: { owner: item, properties: ['@text'], text: '' } });
      return;
    }
    if (!owner || properties.length === 0) return;
    const value = attributeValue(name, attributes);
    if (value !== undefined) put(owner, properties, value);
    else if (open.length < maxOpen) open.push({ depth, collects: { owner, properties, text: '' } });
    if (name === 'a' && attributes.href !== undefined && properties.includes('image'))
      put(owner, ['image'], attributes.href);
  };

  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth++;
      if (isHidden(name)) hiddenDepth++;
      if (isBlock(name)) add('\n');
      if (name === 'script' && /ld\+json/i.test(attributes.type ?? '')) script = '';
      if (name === 'title' && title === '') isInTitle = true;
      if (name === 'base') base ??= attributes.href;
      if (name === 'meta') {
        const key = attributes.property ?? attributes.name;
        if (key !== undefined && !meta.has(key)) meta.set(key, attributes.content ?? '');
      }
      openMarkup(name, attributes);
    },
    ontext: (text) => {
      if (script !== undefined && script.length < maxText) script += text;
      if (isInTitle) title += text;
      // A line break of the source is a space.
      if (hiddenDepth === 0) add(text.replace(/\s+/g, ' '));
    },
    onclosetag: (name) => {
      if (isBlock(name)) add('\n');
      while (open.at(-1)?.depth === depth) {
        const { collects } = open.pop() ?? {};
        if (collects) put(collects.owner, collects.properties, tidyLines(collects.text));
      }
      if (isHidden(name)) hiddenDepth--;
      if (name === 'title') isInTitle = false;
      if (name === 'script' && script !== undefined) {
        jsonLd.push(parseJsonLd(script));
        script = undefined;
      }
      depth--;
    },
  });
  parser.end(html);
  return { jsonLd, items, meta, title, base };
}

function put(owner: Item, properties: Markup['properties'], value: unknown): void {
  for (const property of properties) {
    const name = property.startsWith('@') ? property : termOf(property);
    // Not an inherited property, such as `constructor`.
    if (Object.hasOwn(owner, name)) owner[name]?.push(value);
    else Object.defineProperty(owner, name, { value: [value], enumerable: true, configurable: true, writable: true });
  }
}
