import { Type } from 'typebox';
import { ClientConfig } from '../../../core/contracts/client-config.ts';
import { Health, Liveness } from '../../../core/contracts/health.ts';
import { json, type Operation } from '../../openapi/operation.ts';

const tag = 'Service';

const projections = { name: 'projections', ready: true, detail: { posts: { position: '42' } } };

export const readClientConfig = {
  tag,
  summary: 'Read the configuration for signing in',
  token: 'ignored',
  responses: [
    json(200, 'The configuration of the client', ClientConfig, {
      'Embedded accounts': { identity: { apiKey: 'embedded', projectId: 'demo-potluck', emulator: true } },
    }),
  ],
} satisfies Operation;

export const readDocument = {
  tag,
  summary: 'Read this document',
  token: 'ignored',
  responses: [
    json(200, 'OpenAPI 3.1', Type.Object({ openapi: Type.String() }, { additionalProperties: true }), {
      Beginning: { openapi: '3.1.1' },
    }),
  ],
} satisfies Operation;

export const readLiveness = {
  tag,
  summary: 'Check whether the process is alive',
  token: 'ignored',
  answeredBeforeStart: true,
  responses: [json(200, 'Alive', Liveness, { Live: { status: 'live' } })],
} satisfies Operation;

export const readReadiness = {
  tag,
  summary: 'Check whether the process is ready',
  token: 'ignored',
  answeredBeforeStart: true,
  responses: [
    json(200, 'All parts are ready', Health, { Ready: { status: 'ready', parts: [projections] } }),
    json(503, 'At least one part is not ready', Health, {
      'Not ready': { status: 'not ready', parts: [projections, { name: 'log', ready: false, reason: 'NO_ANSWER' }] },
    }),
  ],
} satisfies Operation;
