import type { IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import type { FastifyReplyFromHooks } from '@fastify/reply-from';
import type { FastifyInstance, onRequestHookHandler, onResponseHookHandler, RouteHandlerMethod } from 'fastify';
import { LRUCache } from 'lru-cache';
import { accountCalls } from '../../identity/account-calls.ts';
import { type EmulatorUpstream, type Identity, IdentityUnavailable } from '../../identity/identity.ts';
import { HttpError } from '../answers/errors.ts';

type FromHeaders = Parameters<NonNullable<FastifyReplyFromHooks['rewriteHeaders']>>[0];

/** What the links in the emulator's letters carry; a link that leads elsewhere afterwards is not one of ours. */
const letterParameters: ReadonlySet<string> = new Set(['mode', 'oobCode', 'apiKey', 'lang', 'newPassword']);

/** The SDK asks for it, but the emulator does not tell; this is what it holds passwords to. */
const passwordPolicy = {
  customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
  allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'],
  enforcementState: 'ENFORCE',
  schemaVersion: 1,
};

/**
 * In a popup, the emulator's sign-in page tells its opener and is done. Otherwise it goes to the address that it was
 * called with, also to one of script, and whoever made that link would act as the one who follows it.
 */
const popups = new Set<unknown>(['signInViaPopup', 'linkViaPopup', 'reauthViaPopup']);

/** They end sessions: whose, is only in what they carry. */
const accountChanges: ReadonlySet<string> = new Set(['delete', 'resetPassword', 'update']);

const maxBodyBytes = 64 * 1024;
/** The SDK gives up after 30 s, and takes an answer that it does not understand for a lost connection. */
const startWaitMs = 5_000;
const answerTimeoutMs = 10_000;

/** The emulator's own pages: their scripts are in the page, their style comes from elsewhere. */
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

/**
 * Lets the browser reach the emulator on the page's own origin, as `connectAuthEmulator(auth, location.origin)` asks.
 * The emulator's tokens are unsigned, so with it the whole server answers pages of this machine only: a page from
 * elsewhere could otherwise reach it through the visitor's browser.
 * @param recheck called after a change of an account: it may have ended sessions
 */
export async function registerIdentityEmulator(
  app: FastifyInstance,
  emulator: EmulatorUpstream,
  recheck: Identity['recheck'],
): Promise<void> {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isWithinThisMachine(request.headers)) return done();
    const address = `http://localhost:${request.socket.localPort}`;
    done(new HttpError(403, 'FORBIDDEN', `This server is for its own machine: open it at ${address}`));
  });

  // With its HTTP client it takes longer to load than all other plugins together: only where there is an emulator.
  const { default: replyFrom } = await import('@fastify/reply-from');
  await app.register(async (scope) => {
    await scope.register(replyFrom, {
      disableCache: true,
      // The addresses hold codes and, in a letter's link, a password.
      disableRequestLogging: true,
      retryMethods: [],
      destroyAgent: true,
      undici: { connections: 32, headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs },
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request) => {
      if (request.headers.authorization !== undefined) {
        throw new HttpError(403, 'FORBIDDEN', 'Accounts are not administered here');
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
      scope.post(path.replace(':', '::'), changing, passOn(emulator, path, redacted));
    }
    scope.post(
      '/securetoken.googleapis.com/v1/token',
      options,
      passOn(emulator, '/securetoken.googleapis.com/v1/token'),
    );
    const inPopup: onRequestHookHandler = (request, _reply, done) => {
      const { authType } = request.query as { authType?: unknown };
      done(popups.has(authType) ? undefined : new HttpError(400, 'BAD_REQUEST', 'Signing in works in a popup only'));
    };
    const handler = '/emulator/auth/handler';
    scope.get(handler, { ...options, onRequest: inPopup }, passOn(emulator, handler, framed));
    scope.get('/emulator/auth/iframe', options, passOn(emulator, '/emulator/auth/iframe', framed));
    scope.get(
      '/emulator/action',
      { ...options, onResponse: recheckWhenChanged },
      passOn(emulator, '/emulator/action', letter),
    );
    scope.get('/identitytoolkit.googleapis.com/v2/passwordPolicy', options, () => passwordPolicy);
  });
}

const localNames = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Browsers name the same few hosts again and again, and parsing them costs as much as the rest of a request's hooks. */
const judged = new LRUCache<string, boolean>({ max: 100 });

function isThisMachine(url: string): boolean {
  let local = judged.get(url);
  if (local === undefined) {
    local = localNames.test(URL.parse(url)?.hostname ?? '');
    if (url.length < 300) judged.set(url, local);
  }
  return local;
}

/** Whether a request is for a name of this machine, and from one of its pages or from no page. */
export const isWithinThisMachine = ({ host, origin }: IncomingHttpHeaders): boolean =>
  isThisMachine(`http://${host}`) && (origin === undefined || isThisMachine(origin));

const framed: FastifyReplyFromHooks = {
  rewriteHeaders: (headers) => ({
    ...answerHeaders(headers),
    'content-security-policy': pagePolicy,
    'x-frame-options': 'SAMEORIGIN',
  }),
};

const letter: FastifyReplyFromHooks = {
  queryString: (_search, url) => {
    const query = new URL(url, 'http://localhost').searchParams;
    for (const name of [...query.keys()]) if (!letterParameters.has(name)) query.delete(name);
    return query.toString();
  },
};

/** The emulator answers with the password as it was typed, where Firebase says REDACTED. */
const redacted: FastifyReplyFromHooks = {
  onResponse: (_request, reply, { stream }) => {
    json(stream).then(
      (answer) => reply.send(JSON.stringify(withoutPasswords(answer))),
      (error: unknown) => reply.send(unanswered(error)),
    );
  },
};

function withoutPasswords(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutPasswords);
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = Object.entries(answer).filter(([name]) => name !== 'salt');
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === 'passwordHash' ? 'UkVEQUNURUQ=' : withoutPasswords(value)]),
  );
}

const unanswered = (cause: unknown): IdentityUnavailable =>
  new IdentityUnavailable('The emulator did not answer', { cause });

const answerHeaders = ({ 'content-type': type }: FromHeaders): FromHeaders => ({
  ...(type !== undefined && { 'content-type': type }),
  'cache-control': 'no-store',
});

/** Nothing of the emulator's headers goes out, and of the browser's only what it needs goes in. */
function passOn(emulator: EmulatorUpstream, path: string, hooks: FastifyReplyFromHooks = {}): RouteHandlerMethod {
  return async (request, reply) =>
    reply.from((await emulator.base(startWaitMs)) + path, {
      timeout: answerTimeoutMs,
      ...(request.method === 'POST' && {
        body: request.body ?? null,
        contentType: request.headers['content-type'] ?? 'application/json',
      }),
      // With the host that the browser knows, which goes into the links of letters.
      rewriteRequestHeaders: ({ headers }, { 'content-type': type, 'content-length': length }) => ({
        ...(type !== undefined && { 'content-type': type }),
        ...(length !== undefined && { 'content-length': length }),
        host: headers.host,
      }),
      rewriteHeaders: answerHeaders,
      onError: (_reply, { error }) => void reply.send(unanswered(error)),
      ...hooks,
    });
}
