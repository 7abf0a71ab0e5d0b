import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { InlineCode } from './security-headers.ts';

/** The page of the web client, as it was built. It is read once: the process serves one release. */
export interface Page {
  /** Its inline styles and scripts, for the content security policy. */
  readonly inline: InlineCode;
  /** Sends it in the best encoding that the request accepts. */
  send(reply: FastifyReply): FastifyReply;
  /** The same with other tags in place of its title and description, and beside them. They contain no code. */
  sendWith(reply: FastifyReply, tags: string): Promise<FastifyReply>;
}

/** The encodings of its compressed variants, the best first, with the extensions of their files. */
const encodings = { br: 'br', gzip: 'gz' } as const;
type Encoding = keyof typeof encodings;

/** At a quality that takes milliseconds: compressing the files of the build takes a second. */
const compress: Record<Encoding, (body: string) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify<string, Buffer>(gzip),
};
const brotli = promisify(brotliCompress);

/** Of compressed pages with tags, some ten kB each: a link that is shared is opened many times. */
const maxCached = 100;

/** @param file its path, beside which the compressed variants are */
export function readPage(file: string): Page {
  const html = readFileSync(file, 'utf8');
  const variants = Object.entries(encodings).flatMap(([encoding, extension]) => {
    const compressed = `${file}.${extension}`;
    return existsSync(compressed) ? [{ encoding, body: readFileSync(compressed) }] : [];
  });
  const cached = new LRUCache<string, Buffer>({ max: maxCached });

  const compressed = async (encoding: Encoding, tags: string): Promise<Buffer> => {
    const key = `${encoding} ${tags}`;
    const body = cached.get(key) ?? (await compress[encoding](withTags(html, tags)));
    cached.set(key, body);
    return body;
  };

  return {
    inline: { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') },
    send(reply) {
      const variant = variants.find(({ encoding }) => accepts(reply, encoding));
      reply.header('vary', 'accept-encoding');
      if (variant === undefined) return reply.send(html);
      return reply.header('content-encoding', variant.encoding).send(variant.body);
    },
    async sendWith(reply, tags) {
      const encoding = accepts(reply, 'br') ? 'br' : accepts(reply, 'gzip') ? 'gzip' : undefined;
      reply.header('vary', 'accept-encoding');
      if (encoding === undefined) return reply.send(withTags(html, tags));
      return reply.header('content-encoding', encoding).send(await compressed(encoding, tags));
    },
  };
}

const accepts = ({ request }: FastifyReply, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0)`).test(request.headers['accept-encoding'] ?? '');

const replacedTags = /<title>[^<]*<\/title>(?:\s*<meta name="description"[^>]*>)?/;

const withTags = (html: string, tags: string): string => html.replace(replacedTags, () => tags);

/** Sources of the policy for the elements without attributes, which are inline code: https://www.w3.org/TR/CSP3/#hash-source */
const hashesOf = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
