/** Makes `fetch` throw if a response of the API does not match its OpenAPI document. */
import { DocumentedResponses } from './documented-responses.ts';

const unchecked = globalThis.fetch;

const documents = new Map<string, DocumentedResponses>();

/** Undefined for a server without an OpenAPI document. */
async function documentAt(origin: string): Promise<DocumentedResponses | undefined> {
  const known = documents.get(origin);
  if (known) return known;
  const answer = await unchecked(`${origin}/api/openapi.json`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) return undefined;
  const answers = new DocumentedResponses(await answer.text());
  documents.set(origin, answers);
  return answers;
}

globalThis.fetch = async (input, init) => {
  const answer = await unchecked(input, init);
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input);
  if (!/^\/(?:api|health)\//.test(pathname)) return answer;
  const { status, headers } = answer;
  const body = await answer.clone().text();
  const header = (name: string) => headers.get(name) ?? undefined;
  const requested = { method: init?.method ?? 'GET', url: pathname + search };
  const mismatches = (await documentAt(origin))?.mismatches(requested, { status, body, header }) ?? [];
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
  return answer;
};
