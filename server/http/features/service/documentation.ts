import type { FastifyReply, FastifyRequest } from 'fastify';
import { docsFile } from '../../api-docs/files.ts';
import { type OperationRoute, openapiDocument } from '../../openapi/document.ts';
import { docsPolicy } from '../../plugins/security-headers.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { sendJson } from '../../responses/sending.ts';
import { readDocument } from './operations.ts';

/** Serves the API's documentation: the OpenAPI document, and a page that shows it. */
export function documentationRoutes(app: Routes, operations: readonly OperationRoute[]): void {
  // Built on the first request and cached: most processes never serve it.
  let document: string | undefined;
  app.get('/openapi.json', { schema: readDocument }, (_request, reply) => {
    document ??= JSON.stringify(openapiDocument(operations));
    return sendJson(reply, document);
  });

  app.get('/docs', (request, reply) => sendFile(request, reply, 'page.html'));
  app.get<{ Params: { file: string } }>('/docs/:file', (request, reply) =>
    sendFile(request, reply, request.params.file),
  );
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const file = await docsFile(name);
  if (!file) throw notFound('file');
  reply.headers({ etag: file.etag, 'content-security-policy': docsPolicy });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  return reply.headers({ 'content-type': file.type, 'content-encoding': 'gzip' }).send(file.gzipped);
}
