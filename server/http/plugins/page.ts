import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { InlineCode } from './security-headers.ts';

/** The page of the web client, as it was built. It is read once: the process serves one release. */
export interface Page {
  /** Its inline styles and scripts, for the content security policy. */
  readonly inline: InlineCode;
  /** Sends it in the best encoding that the request accepts. */
  send(reply: FastifyReply): FastifyReply;
}

/** The encodings of its compressed variants, the best first, with the extensions of their files. */
const encodings = { br: 'br', gzip: 'gz' } as const;

/** @param file its path, beside which the compressed variants are */
export function readPage(file: string): Page {
  const html = readFileSync(file, 'utf8');
  const variants = Object.entries(encodings).flatMap(([encoding, extension]) => {
    const compressed = `${file}.${extension}`;
    return existsSync(compressed) ? [{ encoding, body: readFileSync(compressed) }] : [];
  });
  return {
    inline: { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') },
    send(reply) {
      const accepted = reply.request.headers['accept-encoding'] ?? '';
      const variant = variants.find(({ encoding }) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0)`).test(accepted));
      reply.header('vary', 'accept-encoding');
      if (variant === undefined) return reply.send(html);
      return reply.header('content-encoding', variant.encoding).send(variant.body);
    },
  };
}

/** Sources of the policy for the elements without attributes, which are inline code: https://www.w3.org/TR/CSP3/#hash-source */
const hashesOf = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
