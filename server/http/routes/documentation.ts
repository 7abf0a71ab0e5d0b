import { type OperationRoute, openapiDocument } from '../openapi/document.ts';
import { readDocument } from '../operations/service.ts';
import { sendJson } from '../sending.ts';
import type { Routes } from '../typed.ts';

/** Tells what can be called, for programs. */
export function documentationRoutes(app: Routes, operations: readonly OperationRoute[]): void {
  // Made when somebody asks for it, and once: most processes are never asked.
  let document: string | undefined;
  app.get('/openapi.json', { schema: readDocument }, (_request, reply) => {
    document ??= JSON.stringify(openapiDocument(operations));
    return sendJson(reply, document);
  });
}
