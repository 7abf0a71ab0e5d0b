import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { isTime } from '../../core/contracts/time.ts';

const shared = {
  allErrors: false,
  // TypeBox types the schemas: validating them as well would take longer than compiling them.
  meta: false,
  validateSchema: false,
  // Optimizing a validator's code takes longer than generating it, and saves only nanoseconds: V8 optimizes it anyway.
  code: { optimize: false },
  formats: { 'date-time': isTime },
} as const;
const strict = new Ajv(shared);
// A parameter that may be repeated is a list, also when it is given once.
const fromText = new Ajv({ ...shared, coerceTypes: 'array' });

/**
 * Bodies are validated strictly: types are not coerced, and an unknown field is an error, never removed silently.
 * Paths and queries are text, so their values are coerced.
 */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compiledAtFirstUse(httpPart === 'body' ? strict : fromText, schema as Record<string, unknown>),
  );
}

/** Compiling the schemas of all routes would take a quarter of the processor time of a start. */
function compiledAtFirstUse(ajv: Ajv, schema: Record<string, unknown>) {
  let compiled: ValidateFunction | undefined;
  const validate = (data: unknown): boolean => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(data);
    // Fastify reads the errors here.
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  validate.errors = null as ErrorObject[] | null;
  return validate;
}
