import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(fields: object): { err: Record<string, unknown>; req?: { headers: object } } {
  const lines: string[] = [];
  createLogger('warn', { write: (line) => lines.push(line) }).warn(fields, 'Something failed');
  return JSON.parse(lines.join(''));
}

test('logs the message of an error with a cause once, and keeps its stack', () => {
  const cause = new Error('Command timed out');
  const error = new Error(`Redis does not serve: ${cause.message}`, { cause });
  const { err } = logged({ err: error });
  expect(err).toMatchObject({ type: 'Error', message: 'Redis does not serve: Command timed out' });
  expect(err.stack).toContain('logger.test.ts');
});

test('redacts tokens', () => {
  const line = JSON.stringify(logged({ req: { headers: { authorization: 'Bearer hush' } }, err: 'no error' }));
  expect(line).not.toContain('hush');
  expect(line).toContain('no error');
});
