import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { DocumentedAnswers } from './documented-answers.ts';

/** Of all applications in this process, as they are of the same code. */
let documented: DocumentedAnswers | undefined;

/** Asks the application. @throws when it answers otherwise than its OpenAPI document says */
export async function injectChecked(app: FastifyInstance, options: InjectOptions): Promise<LightMyRequestResponse> {
  const answer = await app.inject(options);
  const { statusCode: status, body, headers } = answer;
  const header = (name: string) => headers[name.toLowerCase()]?.toString();
  const asked = { method: options.method ?? 'GET', url: String(options.url) };
  documented ??= new DocumentedAnswers((await app.inject('/api/openapi.json')).body);
  const misfits = documented.misfits(asked, { status, body, header });
  if (misfits.length > 0) throw new Error(misfits.join('\n'));
  return answer;
}
