import type { FastifyInstance } from 'fastify';

/** For responses that browsers must not render, frame or sniff. Created once and not per response. */
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

/** For pictures of users. Their content at an address never changes, so a cached copy never expires. */
export const imageHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  // Opened by itself, it is an image and nothing else.
  'content-security-policy': "default-src 'none'; sandbox",
};

/** The policy of the API documentation's page, which is self-contained. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Swagger UI embeds icons in its styles.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sources for the inline code of a page. */
export interface InlineCode {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The policy of the web client's page. `identity`: the origins of the identity service. */
export function pagePolicy(identity: { connect: string[]; frame: string[] }, inline: InlineCode): string {
  return [
    "default-src 'self'",
    // Google's loader opens the sign-in window.
    `script-src ${["'self'", ...inline.scripts, 'https://apis.google.com'].join(' ')}`,
    `style-src ${["'self'", ...inline.styles].join(' ')}`,
    // That loader may place its hidden frame by a style attribute, which cannot run code.
    "style-src-attr 'unsafe-inline'",
    // Pictures of other sites come through the server: docs/adr/0059.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...identity.connect].join(' ')}`,
    `frame-src ${["'self'", 'https://www.youtube-nocookie.com', 'https://www.tiktok.com', ...identity.frame].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of the service worker, which fetches what pages show. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";
