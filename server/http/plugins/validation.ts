import { Ajv } from 'ajv';
import type { FastifyInstance } from 'fastify';

/**
 * Bodies are validated strictly: types are not coerced, and an unknown field is an error, never removed silently.
 * Paths and queries are text, so their values are coerced.
 */
export function registerValidation(app: FastifyInstance): void {
  // TypeBox types the schemas: validating them as well would take longer than compiling them.
  const shared = {
    allErrors: false,
    meta: false,
    validateSchema: false,
    // Optimizing a validator's code takes longer than generating it, and saves only nanoseconds: V8 optimizes it
    // anyway.
    code: { optimize: false },
    formats: { 'date-time': true },
  } as const;
  const strict = new Ajv(shared);
  const fromText = new Ajv({ ...shared, coerceTypes: true });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : fromText).compile(schema as Record<string, unknown>),
  );
}
