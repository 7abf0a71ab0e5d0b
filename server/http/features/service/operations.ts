import { Type } from 'typebox';
import { ClientConfig } from '../../../core/contracts/client-config.ts';
import { Health, Liveness } from '../../../core/contracts/health.ts';
import { json, type Operation } from '../../openapi/operation.ts';

const tag = 'Service';

const projections = { name: 'projections', ready: true, detail: { posts: { position: '42' } } };

export const readClientConfig = {
  tag,
  summary: 'Read what a client needs to sign somebody in',
  token: 'ignored',
  responses: [
    json(200, 'Where accounts are kept', ClientConfig, {
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
  summary: 'Ask whether the process answers',
  token: 'ignored',
  answeredBeforeStart: true,
  responses: [json(200, 'It does', Liveness, { Live: { status: 'live' } })],
} satisfies Operation;

export const readReadiness = {
  tag,
  summary: 'Ask whether all that the process needs works',
  token: 'ignored',
  answeredBeforeStart: true,
  responses: [
    json(200, 'It does', Health, { Ready: { status: 'ready', parts: [projections] } }),
    json(503, 'It does not, or not yet', Health, {
      'Not ready': { status: 'not ready', parts: [projections, { name: 'log', ready: false, reason: 'NO_ANSWER' }] },
    }),
  ],
} satisfies Operation;
