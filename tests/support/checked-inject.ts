import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type DocumentedResponses, documentedBy } from './documented-responses.ts';

/** Shared by all applications in this process, which run the same code. */
let documented: DocumentedResponses | undefined;

/** Sends a request to the application. @throws if the response does not match its OpenAPI document */
export async function injectChecked(app: FastifyInstance, options: InjectOptions): Promise<LightMyRequestResponse> {
  const response = await app.inject(options);
  const { statusCode: status, body, headers } = response;
  const header = (name: string) => headers[name.toLowerCase()]?.toString();
  const request = { method: options.method ?? 'GET', url: String(options.url) };
  documented ??= documentedBy((await app.inject('/api/openapi.json')).body);
  const mismatches = documented.mismatches(request, { status, body, header });
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
  return response;
}
