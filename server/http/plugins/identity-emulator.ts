import { json } from 'node:stream/consumers';
import type { FastifyReplyFromHooks } from '@fastify/reply-from';
import type { FastifyInstance, onRequestHookHandler, onResponseHookHandler, RouteHandlerMethod } from 'fastify';
import { isLocalRequest } from '../../core/network/local-request.ts';
import { accountCalls } from '../../identity/account-calls.ts';
import { type EmulatorUpstream, type Identity, IdentityUnavailable } from '../../identity/identity.ts';
import { forbidden, HttpError } from '../responses/errors.ts';

type FromHeaders = Parameters<NonNullable<FastifyReplyFromHooks['rewriteHeaders']>>[0];

/** The parameters of links in the emulator's emails. Others, such as a redirect, are removed. */
const emailLinkParameters: ReadonlySet<string> = new Set(['mode', 'oobCode', 'apiKey', 'lang', 'newPassword']);

/** The SDK requests it, but the emulator has no such endpoint. These are the rules that the emulator enforces. */
const passwordPolicy = {
  customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
  allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'],
  enforcementState: 'ENFORCE',
  schemaVersion: 1,
};

/**
 * In a popup, the emulator's sign-in page notifies its opener and closes. Otherwise it redirects to the given address,
 * even to a `javascript:` one, by which the author of a link could act as the user who follows it.
 */
const popups = new Set<unknown>(['signInViaPopup', 'linkViaPopup', 'reauthViaPopup']);

/** Calls that may end sessions. Only their body names the account, so all accounts in use are rechecked. */
const accountChanges: ReadonlySet<string> = new Set(['delete', 'resetPassword', 'update']);

const maxBodyBytes = 64 * 1024;
/** The SDK times out after 30 s, and treats a response that it cannot parse as a lost connection. */
const startWaitMs = 5_000;
const responseTimeoutMs = 10_000;

/** For the emulator's own pages, which have inline scripts and external styles. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' https://unpkg.com https://apis.google.com",
  "style-src 'unsafe-inline' https://unpkg.com https://fonts.googleapis.com",
  'font-src https://fonts.gstatic.com',
  'img-src https: data:',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const onlyThisMachine = (port: number | undefined) =>
  forbidden(`This server is for its own machine: open it at http://localhost:${port}`);

/**
 * Proxies the emulator on the page's own origin, as `connectAuthEmulator(auth, location.origin)` requires. The
 * emulator's tokens are unsigned, so with it the whole server serves only pages of this machine: another site's page
 * could otherwise reach it through the visitor's browser.
 * @param recheck called after a change of an account, which may have ended sessions
 */
export async function registerIdentityEmulator(
  app: FastifyInstance,
  emulator: EmulatorUpstream,
  recheck: Identity['recheckSessions'],
): Promise<void> {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isLocalRequest(request.headers)) return done();
    done(onlyThisMachine(request.socket.localPort));
  });

  // Loaded on demand: with its HTTP client it takes longer to load than all other plugins together.
  const { default: replyFrom } = await import('@fastify/reply-from');
  await app.register(async (scope) => {
    await scope.register(replyFrom, {
      disableCache: true,
      // The URLs contain codes and, in an email's link, a password.
      disableRequestLogging: true,
      retryMethods: [],
      destroyAgent: true,
      undici: { connections: 32, headersTimeout: responseTimeoutMs, bodyTimeout: responseTimeoutMs },
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request) => {
      if (request.headers.authorization !== undefined) {
        throw forbidden('Accounts are not administered here');
      }
    });

    const options = { bodyLimit: maxBodyBytes };
    const recheckWhenChanged: onResponseHookHandler = (_request, { statusCode }, done) => {
      if (statusCode < 400) recheck();
      done();
    };
    for (const name of accountCalls) {
      const path = `/identitytoolkit.googleapis.com/v1/accounts:${name}`;
      const changing = accountChanges.has(name) ? { ...options, onResponse: recheckWhenChanged } : options;
      scope.post(path.replace(':', '::'), changing, forward(emulator, path, redacted));
    }
    scope.post(
      '/securetoken.googleapis.com/v1/token',
      options,
      forward(emulator, '/securetoken.googleapis.com/v1/token'),
    );
    const inPopup: onRequestHookHandler = (request, _reply, done) => {
      const { authType } = request.query as { authType?: unknown };
      done(popups.has(authType) ? undefined : new HttpError(400, 'BAD_REQUEST', 'Signing in works in a popup only'));
    };
    const handler = '/emulator/auth/handler';
    scope.get(handler, { ...options, onRequest: inPopup }, forward(emulator, handler, framed));
    scope.get('/emulator/auth/iframe', options, forward(emulator, '/emulator/auth/iframe', framed));
    scope.get(
      '/emulator/action',
      { ...options, onResponse: recheckWhenChanged },
      forward(emulator, '/emulator/action', emailLink),
    );
    scope.get('/identitytoolkit.googleapis.com/v2/passwordPolicy', options, () => passwordPolicy);
  });
}

const framed: FastifyReplyFromHooks = {
  rewriteHeaders: (headers) => ({
    ...responseHeaders(headers),
    'content-security-policy': pagePolicy,
    'x-frame-options': 'SAMEORIGIN',
  }),
};

const emailLink: FastifyReplyFromHooks = {
  queryString: (_search, url) => {
    const query = new URL(url, 'http://localhost').searchParams;
    for (const name of [...query.keys()]) if (!emailLinkParameters.has(name)) query.delete(name);
    return query.toString();
  },
};

/** The emulator returns the password in plain text, where Firebase returns REDACTED. */
const redacted: FastifyReplyFromHooks = {
  onResponse: (_request, reply, { stream }) => {
    json(stream).then(
      (body) => reply.send(JSON.stringify(withoutPasswords(body))),
      (error: unknown) => reply.send(unavailable(error)),
    );
  },
};

function withoutPasswords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPasswords);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'salt');
  return Object.fromEntries(
    fields.map(([name, field]) => [name, name === 'passwordHash' ? 'UkVEQUNURUQ=' : withoutPasswords(field)]),
  );
}

const unavailable = (cause: unknown): IdentityUnavailable =>
  new IdentityUnavailable('The emulator did not answer', { cause });

const responseHeaders = ({ 'content-type': type }: FromHeaders): FromHeaders => ({
  ...(type !== undefined && { 'content-type': type }),
  'cache-control': 'no-store',
});

/** Forwards a request. Drops the emulator's headers, and all of the browser's except those that the emulator needs. */
function forward(emulator: EmulatorUpstream, path: string, hooks: FastifyReplyFromHooks = {}): RouteHandlerMethod {
  return async (request, reply) =>
    reply.from((await emulator.base(startWaitMs)) + path, {
      timeout: responseTimeoutMs,
      ...(request.method === 'POST' && {
        body: request.body ?? null,
        contentType: request.headers['content-type'] ?? 'application/json',
      }),
      // The host that the browser uses, which the emulator puts into the links of emails.
      rewriteRequestHeaders: ({ headers }, { 'content-type': type, 'content-length': length }) => ({
        ...(type !== undefined && { 'content-type': type }),
        ...(length !== undefined && { 'content-length': length }),
        host: headers.host,
      }),
      rewriteHeaders: responseHeaders,
      onError: (_reply, { error }) => void reply.send(unavailable(error)),
      ...hooks,
    });
}
