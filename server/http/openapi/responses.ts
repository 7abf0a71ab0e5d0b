import { STATUS_CODES } from 'node:http';
import { ErrorResponse } from '../../core/contracts/shared.ts';
import type { Components, Json } from './components.ts';
import { type Header, retryAfter, wwwAuthenticate } from './headers.ts';
import { errorCauses } from './introduction.ts';
import { kindHeaders } from './kinds.ts';
import type { Content, Examples, Operation, SuccessResponse } from './operation.ts';
import { problemsOf } from './problems.ts';

/** All responses of a call, by status. */
export function responses(method: string, operation: Operation, components: Components): Json {
  const byStatus: Record<number, Json> = {};
  for (const success of operation.responses) byStatus[success.status] = successObject(success, operation, components);
  if (operation.kind === 'read with ETag') byStatus[304] = notModified(components);
  for (const [status, messages] of Object.entries(problemsOf(method, operation))) {
    // The readiness check has a 503 of its own, which is not an error.
    byStatus[Number(status)] ??= problem(Number(status), messages, components);
  }
  return byStatus;
}

function successObject(
  { description, content, headers = [] }: SuccessResponse,
  { kind }: Operation,
  components: Components,
): Json {
  return {
    description,
    ...headersObject([...(kind ? kindHeaders[kind].response : []), ...headers], components),
    ...(content && { content: contentObject(content, components) }),
  };
}

function contentObject({ types, schema, examples }: Content, components: Components): Json {
  const media = mediaType(components.schema(schema), examples);
  return Object.fromEntries(types.map((type) => [type, media]));
}

const notModified = (components: Components): Json =>
  components.shared('responses', 'NotModified', {
    description: 'Nothing has changed since that `ETag`',
    ...headersObject(kindHeaders['read with ETag'].response, components),
  });

function problem(statusCode: number, messages: Readonly<Record<string, string>>, components: Components): Json {
  const error = STATUS_CODES[statusCode] ?? 'Error';
  const codes = Object.keys(messages);
  const schema = {
    ...components.schema(ErrorResponse),
    properties: { statusCode: { const: statusCode }, code: { enum: codes } },
  };
  const examples = Object.fromEntries(
    Object.entries(messages).map(([code, message]) => [code, { statusCode, code, error, message }]),
  );
  return components.shared('responses', codes.join('.'), {
    description: errorCauses[statusCode] ?? error,
    ...headersObject(problemHeaders[statusCode] ?? [], components),
    content: { 'application/json': mediaType(schema, examples) },
  });
}

const problemHeaders: Record<number, readonly Header[]> = {
  401: [wwwAuthenticate],
  429: [retryAfter],
  503: [retryAfter],
};

export function mediaType(schema: Json, examples: Examples = {}): Json {
  const entries = Object.entries(examples).map(([summary, value]) => [keyOf(summary), { summary, value }]);
  return { schema, ...(entries.length > 0 && { examples: Object.fromEntries(entries) }) };
}

/** Keys may contain only these characters. */
const keyOf = (summary: string): string => summary.replaceAll(/[^\w.-]+/g, '-');

function headersObject(headers: readonly Header[], components: Components): Json {
  if (headers.length === 0) return {};
  const entries = headers.map((header) => [
    header.name,
    components.shared('headers', header.name, headerObject(header)),
  ]);
  return { headers: Object.fromEntries(entries) };
}

export const headerObject = ({ description, required = false, schema }: Header): Json => ({
  description,
  required,
  schema,
});
