import type { FastifyInstance } from 'fastify';

/** For answers that no browser should ever render, frame or guess the type of. Made once, not per answer. */
const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-cache',
};

export function registerApiHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(apiHeaders);
    done();
  });
}

/** What the page about the API may load and talk to: it brings all its scripts and styles along. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Its library has its icons in its style.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the web page may load and talk to. `identity`: the origins where its identity service lives. */
export function pagePolicy(nonce: string, identity: { connect: string[]; frame: string[] }): string {
  return [
    "default-src 'self'",
    // Google's loader opens the sign-in window; nothing inline runs without the nonce.
    `script-src 'self' 'nonce-${nonce}' https://apis.google.com`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Attributes carry sizes and positions that antd computes; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: http: data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...identity.connect].join(' ')}`,
    `frame-src ${["'self'", 'https://www.youtube-nocookie.com', 'https://www.tiktok.com', ...identity.frame].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
