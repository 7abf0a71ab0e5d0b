/** The OpenAPI document describes every route, and describes it correctly. */
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiResponse,
  type DocumentedResponses,
  documentedBy,
  type MediaType,
  type OperationObject,
} from '../support/documented-responses.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const withoutOperation = [
  // They only report that the path has no user id.
  'GET /api/grocery-list',
  'DELETE /api/grocery-list',
  // The documentation pages.
  'GET /api/docs',
  'GET /api/docs/{file}',
];

let app: TestApp;
let responses: DocumentedResponses;
let text = '';
beforeAll(async () => {
  app = await openTestApp('mia');
  text = (await app.as(undefined).get('/api/openapi.json')).body;
  responses = documentedBy(text);
});
afterAll(() => app.close());

interface Documented {
  readonly name: string;
  readonly method: (typeof methods)[number];
  readonly path: string;
  readonly operation: OperationObject;
}

const operations = (): Documented[] =>
  Object.entries(responses.document.paths).flatMap(([path, at]) =>
    methods.flatMap((method) => {
      const operation = at[method.toLowerCase()];
      return operation ? [{ name: `${method} ${path}`, method, path, operation }] : [];
    }),
  );

const namesOf = (documented: readonly Documented[]): string[] => documented.map(({ name }) => name);
/** The documented calls for which this holds. */
const namesWhere = (holds: (documented: Documented) => boolean | undefined): string[] =>
  namesOf(operations().filter(holds));

/** The routes of a method, parsed from the router's tree, which indents each level by four characters. */
function registered(method: (typeof methods)[number]): string[] {
  const parts: string[] = [];
  return app
    .printRoutes(method)
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', isRoute] = /^([│├└─ ]*)(\S+)( \()?/.exec(line) ?? [];
      parts.splice(indent.length / 4 - 1, parts.length, part);
      const path = parts.join('').replaceAll(/:(\w+)/g, '{$1}');
      return isRoute && !path.endsWith('*') ? [`${method} ${path}`] : [];
    });
}

const jsonOf = (name: string, { operation }: Documented): [place: string, media: MediaType | undefined][] => [
  ...Object.values(operation.requestBody?.content ?? {}).map((media): [string, MediaType] => [`${name}: body`, media]),
  ...Object.entries(operation.responses).flatMap(([status, response]) =>
    Object.entries(responses.resolved(response).content ?? {})
      .filter(([type]) => type === 'application/json')
      .map(([, media]): [string, MediaType] => [`${name}: ${status}`, media]),
  ),
];

const isForStaff = ({ tags }: { readonly tags: readonly string[] }): boolean =>
  tags.includes('Operators') || tags.includes('Moderators');

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has an operation for every route', () => {
    const routes = methods.flatMap(registered).filter((route) => !withoutOperation.includes(route));
    expect(routes.length).toBeGreaterThan(30);
    expect(namesOf(operations()).sort()).toEqual(routes.sort());
  });

  it('describes each operation completely', () => {
    const tags = responses.document.tags.map(({ name }) => name);
    for (const { name, method, path, operation } of operations()) {
      expect(operation.summary, name).toMatch(/^[A-Z].+[^.]$/);
      expect(operation.tags, name).toEqual([expect.toBeOneOf(tags)]);
      const statuses = Object.keys(operation.responses).map(Number);
      const parameters = (operation.parameters ?? []).map((given) => responses.resolved(given));
      const hasIds = parameters.some((parameter) => parameter.in === 'path');
      const hasMore = operation.requestBody !== undefined || parameters.some((parameter) => parameter.in !== 'path');
      const needed = [
        ...(operation.security.length > 0 ? [429, 503] : []),
        // To those without the role, the address does not exist.
        ...(operation.security.length === 0 ? [] : [isForStaff(operation) ? 404 : 401]),
        ...(hasIds ? [400] : []),
        // The response to a stranger does not tell whether the household exists.
        ...(hasIds && !path.includes('{householdId}') ? [404] : []),
        ...(hasMore ? [422] : []),
        ...(method === 'GET' ? [] : [400, 413, 415]),
        ...(path.startsWith('/health/') ? [] : [503]),
        403,
        500,
      ];
      expect(statuses, name).toEqual(expect.arrayContaining(needed));
      const successes = statuses.filter((status) => status < 300);
      expect(successes, name).toHaveLength(1);
      for (const { name: parameter, description } of parameters) {
        expect(description, `${name}: ${parameter}`).toBeTruthy();
      }
    }
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  // Compiles all schemas.
  it('has valid examples of all request and response bodies', { timeout: 120_000 }, () => {
    for (const documented of operations()) {
      for (const [place, media] of jsonOf(documented.name, documented)) {
        const examples = Object.values(media?.examples ?? {});
        expect(examples, place).not.toEqual([]);
        for (const { value } of examples) expect(responses.errors(media?.schema ?? {}, value), place).toEqual([]);
      }
    }
  });
});

describe('the documentation page', () => {
  it('loads only its own files', async () => {
    const page = await app.as(undefined).get('/api/docs');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|http/);
    const html = gunzipSync(page.rawPayload).toString();
    expect(html).toContain('<title>Potluck API</title>');
    const loaded = [...html.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(loaded).toHaveLength(4);
    for (const url of loaded) {
      const { statusCode, headers } = await app.as(undefined).get(url);
      expect([statusCode, headers['content-type']], url).toEqual([
        200,
        expect.stringMatching(/^text\/(css|javascript);/),
      ]);
      const again = await app.as(undefined).get(url, { 'if-none-match': String(headers.etag) });
      expect(again.statusCode, url).toBe(304);
    }
    for (const url of ['/api/docs/files.ts', '/api/docs/..%2Ferrors.ts', '/api/docs/__proto__']) {
      expect((await app.as(undefined).get(url)).statusCode, url).toBe(404);
    }
  });
});

/** The test application itself checks each response against the document. */
describe('according to the OpenAPI document', () => {
  const id = '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40';
  const calendarFile = `${'a'.repeat(32)}.ics`;
  const at = (path: string, ids: string) =>
    path
      .replace(/{(userId|whose)}/, 'mia')
      .replace('/calendar/{file}', `/calendar/${ids === id ? calendarFile : ids}`)
      .replaceAll(/\{\w+\}/g, ids);
  const mia = { authorization: 'Bearer token-mia' };
  const json = { ...mia, 'content-type': 'application/json' };

  // Mia has no role: for them, the calls of the staff do not exist, whatever they send.
  const isForAll = ({ operation }: ReturnType<typeof operations>[number]) => !isForStaff(operation);

  /** Sends this request to all calls. @returns the names of those that respond with this error */
  async function callsWithError(error: string, headers: Record<string, string>, body?: string): Promise<string[]> {
    const payload = body === undefined ? {} : { payload: body };
    const called = operations().map(async ({ name, method, path }) => {
      const response = await app.inject({ method, url: at(path, id), headers, ...payload });
      return response.statusCode >= 400 && response.json().code === error ? [name] : [];
    });
    return (await Promise.all(called)).flat();
  }

  it('calls require a token or reject an invalid one', async () => {
    const required = namesWhere(({ operation }) => operation.security.length === 1);
    expect(await callsWithError('TOKEN_REQUIRED', {})).toEqual(required);
    const takingTokens = namesWhere((one) => one.operation.security.length > 0 && isForAll(one));
    expect(await callsWithError('INVALID_TOKEN', { authorization: 'Bearer token-of-nobody' })).toEqual(takingTokens);
  });

  it('calls that write reject unreadable bodies', async () => {
    const changing = namesWhere((one) => one.method !== 'GET' && isForAll(one));
    expect(await callsWithError('MALFORMED_JSON', json, '{"title":')).toEqual(changing);
    expect(await callsWithError('UNSUPPORTED_MEDIA_TYPE', { ...mia, 'content-type': 'image/png' }, 'png')).toEqual(
      changing,
    );
  });

  it('invalid input is rejected, in bodies and in headers', async () => {
    const takingBodies = namesWhere((one) => one.operation.requestBody !== undefined && isForAll(one));
    expect(await callsWithError('INVALID_INPUT', json, '{"nothing":"of the kind"}')).toEqual(takingBodies);
    const waiting = namesWhere(
      (one) =>
        isForAll(one) &&
        one.operation.parameters?.some((given) => responses.resolved(given).name === 'Potluck-At-Least'),
    );
    const refused = await callsWithError('INVALID_INPUT', { ...mia, 'potluck-at-least': 'soon' });
    expect(refused.filter((name) => name.startsWith('GET'))).toEqual(waiting);
  });

  it('unknown and malformed ids are not found', async () => {
    for (const { method, path } of operations()) {
      if (method !== 'GET' || !/\{(?!userId|whose)/.test(path)) continue;
      for (const ids of [id, 'none']) expect((await app.as('mia').get(at(path, ids))).statusCode, path).toBe(404);
    }
  });
});

describe('a response does not match the document', () => {
  const response = (status: number, body: object, headers: Record<string, string> = {}): ApiResponse => ({
    status,
    body: JSON.stringify(body),
    header: (name) => ({ 'content-type': 'application/json', 'potluck-position': '1', ...headers })[name.toLowerCase()],
  });
  const error = (statusCode: number, code: string, message: string) => ({ statusCode, code, error: 'Error', message });
  const feed = { items: [], nextCursor: null };

  it.each([
    ['a status', 418, error(418, 'TEAPOT', 'Short and stout'), {}, /status is not documented/],
    ['a code', 429, error(429, 'LATER', 'Later'), { 'retry-after': '1' }, /must be equal to one of/],
    [
      'a missing Retry-After',
      429,
      error(429, 'TOO_MANY_REQUESTS', 'Too many requests; please wait a moment'),
      {},
      /no Retry-After/,
    ],
    ['a missing field', 200, { items: [] }, { etag: '"1:2"' }, /nextCursor/],
    ['an extra field', 200, { ...feed, total: 3 }, { etag: '"1:2"' }, /total/],
    ['a missing ETag', 200, feed, {}, /no ETag/],
    [
      'an undocumented header',
      200,
      feed,
      { etag: '"1:2"', 'content-location': '/' },
      /Content-Location is not documented/,
    ],
    ['another type', 200, feed, { etag: '"1:2"', 'content-type': 'text/html' }, /its type is text\/html/],
  ])('because of %s', (_, status, body, headers, mismatch) => {
    const request = { method: 'GET', url: '/api/community?limit=1' };
    expect(responses.mismatches(request, response(status, body, headers))).toEqual([expect.stringMatching(mismatch)]);
  });

  it('unless it is a valid feed', () => {
    expect(
      responses.mismatches({ method: 'GET', url: '/api/community/' }, response(200, feed, { etag: '"1:2"' })),
    ).toEqual([]);
  });
});
