import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { isOperation } from '../openapi/operation.ts';
import { registerValidation } from './validation.ts';

const modules: Record<string, object> = import.meta.glob('../features/**/*operations.ts', { eager: true });

test('the schemas of all operations compile: one that does not would end the process at its first request', () => {
  const app = Fastify();
  registerValidation(app);
  const operations = Object.values(modules).flatMap((module) => Object.values(module).filter(isOperation));
  expect(operations.length).toBeGreaterThan(80);
  for (const operation of operations) {
    for (const httpPart of ['params', 'querystring', 'body'] as const) {
      const schema = operation[httpPart];
      if (!schema) continue;
      const validate = app.validatorCompiler?.({ schema, httpPart, method: 'GET', url: '/' });
      expect(() => validate?.({}), operation.summary).not.toThrow();
    }
  }
});
