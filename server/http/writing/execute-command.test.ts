import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { MemoryReadModels } from '../../../projections/read-models/memory/memory-read-models.ts';
import { headerNames } from '../../core/contracts/shared.ts';
import { readFrom } from './execute-command.ts';

it('says of a response from two read models the position that both include', async () => {
  const store = new MemoryReadModels();
  const [behind, ahead] = ['behind', 'ahead'].map((name) => store.open({ name, version: 1 }));
  if (!behind || !ahead) throw new Error('The models were not opened');
  await behind.commit(undefined, 9n, []);
  await ahead.commit(undefined, 10n, []);
  const app = Fastify();
  for (const [path, models] of Object.entries({ '/behind-first': [behind, ahead], '/ahead-first': [ahead, behind] })) {
    app.get(path, async (request, reply) => {
      for (const model of models) await readFrom(request, reply, model);
      return '';
    });
  }
  for (const url of ['/behind-first', '/ahead-first']) {
    expect((await app.inject({ url })).headers[headerNames.position]).toBe('9');
  }
});
