import { ProjectionPath, Projections, SkipBody } from '../../../core/contracts/projections.ts';
import { projectionControlRefusals } from '../../../core/domain/projection-control/refusals.ts';
import { EventLogUnavailable } from '../../../core/event-log.ts';
import { forOperators } from '../../openapi/for-operators.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { HttpError, notFound } from '../../responses/errors.ts';

/** @param names of the existing ones */
export const unknownProjection = (name: string, names: readonly string[]): HttpError =>
  new HttpError(404, 'UNKNOWN_PROJECTION', `There is no projection ${name}: choose one of ${names.join(', ')}`);

export const readProjections = {
  ...forOperators,
  summary: 'Read the progress of the projections',
  description: 'Position, lag and state of each, and the events that operators have left out.',
  responses: [
    json(200, 'The projections', Projections, {
      'One that cannot fold an event': {
        head: '1050',
        items: [
          {
            name: 'posts',
            version: 6,
            state: 'failing',
            position: '1041',
            lagEvents: 3,
            hasMoreEvents: false,
            lagSeconds: 12.4,
            failingAt: '1042',
            error: 'PostPublished at 1042 cannot be folded',
            rebuild: null,
            verified: null,
            differed: null,
            skipped: [],
          },
        ],
      },
    }),
  ],
  errors: [notFound('role'), new EventLogUnavailable('')],
} satisfies Operation;

const decision = {
  ...forOperators,
  kind: 'write',
  params: ProjectionPath,
} as const;
const errors = [notFound('role'), unknownProjection('post', ['posts'])] as const;

export const pauseProjection = {
  ...decision,
  summary: 'Pause a projection',
  description: 'It stops at this point of the log, on all nodes, also after restarts. Screens show what it has built.',
  responses: [noContent('It is paused')],
  errors: [...errors, projectionControlRefusals.alreadyPaused(), projectionControlRefusals.neverPaused('accesses')],
} satisfies Operation;

export const resumeProjection = {
  ...decision,
  summary: 'Resume a paused projection',
  responses: [noContent('It continues')],
  errors: [...errors, projectionControlRefusals.notPaused()],
} satisfies Operation;

export const skipEvent = {
  ...decision,
  summary: 'Leave out the event that a projection cannot fold',
  description: 'Only the event at which it fails, and for this version of the projection. The reason is recorded.',
  body: SkipBody,
  bodyExamples: { 'A faulty import': { position: '1042', why: 'A faulty import' } },
  responses: [noContent('The event is left out')],
  errors: [
    ...errors,
    projectionControlRefusals.alreadySkipped('1042'),
    projectionControlRefusals.nothingToSkip('1042', '1043'),
  ],
} satisfies Operation;

export const rebuildProjection = {
  ...decision,
  summary: 'Build the read model of a projection anew',
  description:
    'From the whole log, beside the live one, which readers have until the new one replaces it. `rebuild` of the projection shows its progress.',
  responses: [noContent('It is requested')],
  errors: [...errors, projectionControlRefusals.alreadyRebuilding({ at: '2026-11-18T17:30:00.000Z' })],
} satisfies Operation;

export const cancelRebuild = {
  ...decision,
  summary: 'Cancel a rebuild',
  description: 'Also one that has failed, so that the report does not show it any more. The live read model goes on.',
  responses: [noContent('It is cancelled')],
  errors: [...errors, projectionControlRefusals.notRebuilding()],
} satisfies Operation;
