/** Web addresses in texts. Loaded only for texts that may have one. */
import { LinkifyIt } from 'linkify-it';

export interface FoundLink {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false });
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null);

/** Links to `http(s)://…` and `www.…`. Not to other words with a dot: they are rarely meant as addresses. */
export const findLinks = (text: string): FoundLink[] =>
  (linkify.match(text) ?? []).flatMap(({ schema, raw, index, lastIndex, url }) => {
    const address = schema === '' ? secureAddress(raw) : url;
    return address !== undefined && URL.canParse(address) ? { start: index, end: lastIndex, url: address } : [];
  });

const secureAddress = (raw: string): string | undefined => (/^www\./i.test(raw) ? `https://${raw}` : undefined);
