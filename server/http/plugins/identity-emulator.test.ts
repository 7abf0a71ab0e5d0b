import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { registerIdentityEmulator } from './identity-emulator.ts';

test('does not log the secret address of the emulator, whose clients administer the accounts', async () => {
  const emulator = Fastify();
  emulator.post('/secret/*', () => ({ localId: 'mia' }));
  const base = await emulator.listen({ host: '127.0.0.1', port: 0 });
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const app = Fastify({ loggerInstance, logController: new LogController({ disableRequestLogging: true }) });
  await registerIdentityEmulator(app, { base: async () => `${base}/secret` }, () => {});
  try {
    const url = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword';
    const response = await app.inject({ method: 'POST', url, payload: { email: 'mia@example.org' } });
    expect([response.statusCode, response.json()]).toEqual([200, { localId: 'mia' }]);
    expect(lines).toEqual([]);
  } finally {
    await app.close();
    await emulator.close();
  }
});
