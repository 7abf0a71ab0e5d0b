/** Makes `fetch` throw if a response of the API does not match its OpenAPI document. */
import { afterAll } from 'vitest';
import { type DocumentedResponses, documentedBy } from './documented-responses.ts';

const originalFetch = globalThis.fetch;

const documents = new Map<string, DocumentedResponses>();

/** Undefined for a server without an OpenAPI document. */
async function documentAt(origin: string): Promise<DocumentedResponses | undefined> {
  const cached = documents.get(origin);
  if (cached) return cached;
  const response = await originalFetch(`${origin}/api/openapi.json`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) return undefined;
  const document = documentedBy(await response.text());
  documents.set(origin, document);
  return document;
}

globalThis.fetch = async (input, init) => {
  const response = await originalFetch(input, init);
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input);
  if (!/^\/(?:api|health)\//.test(pathname)) return response;
  const { status, headers } = response;
  const body = await response.clone().text();
  const header = (name: string) => headers.get(name) ?? undefined;
  const request = { method: init?.method ?? 'GET', url: pathname + search };
  const mismatches = (await documentAt(origin))?.mismatches(request, { status, body, header }) ?? [];
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
  return response;
};

// Files share processes.
afterAll(() => {
  globalThis.fetch = originalFetch;
});
