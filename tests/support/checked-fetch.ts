/** In these tests, `fetch` throws when the API answers otherwise than its OpenAPI document says. */
import { DocumentedAnswers } from './documented-answers.ts';

const unchecked = globalThis.fetch;

const documents = new Map<string, DocumentedAnswers>();

/** Undefined where it is another server that answers. */
async function documentAt(origin: string): Promise<DocumentedAnswers | undefined> {
  const known = documents.get(origin);
  if (known) return known;
  const answer = await unchecked(`${origin}/api/openapi.json`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) return undefined;
  const answers = new DocumentedAnswers(await answer.text());
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
  const asked = { method: init?.method ?? 'GET', url: pathname + search };
  const misfits = (await documentAt(origin))?.misfits(asked, { status, body, header }) ?? [];
  if (misfits.length > 0) throw new Error(misfits.join('\n'));
  return answer;
};
