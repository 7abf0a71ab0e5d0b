import { Ajv } from 'ajv';
import type { FastifyInstance } from 'fastify';

/**
 * Bodies are taken as they are: a number is no text and an unknown field is an error, never quietly dropped.
 * Paths and queries are text by nature, so there numbers are read from it.
 */
export function registerValidation(app: FastifyInstance): void {
  // The schemas come from one library and are typed by it: to check them too would take longer than to compile them.
  const shared = {
    allErrors: false,
    meta: false,
    validateSchema: false,
    // To shorten the code of a check takes longer than to make it, and saves a check some nanoseconds: V8 does it anyway.
    code: { optimize: false },
    formats: { 'date-time': true },
  } as const;
  const strict = new Ajv(shared);
  const fromText = new Ajv({ ...shared, coerceTypes: true });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : fromText).compile(schema as Record<string, unknown>),
  );
}
