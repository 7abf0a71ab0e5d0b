import { InvalidSource } from '../../../audit/sources.ts';
import {
  BlameQuery,
  DiffQuery,
  EventPath,
  Explanation,
  ExplanationQuery,
  Sources,
  SourcesQuery,
  StateQuery,
  StreamBlame,
  StreamDifferences,
  StreamPath,
  StreamState,
  Streams,
  StreamsQuery,
} from '../../../core/contracts/time-travel.ts';
import { EventLogUnavailable } from '../../../core/event-log.ts';
import { forOperators } from '../../openapi/for-operators.ts';
import { json, type Operation } from '../../openapi/operation.ts';
import { HttpError, invalid, notFound } from '../../responses/errors.ts';

const at = '2026-11-18T17:30:00.000Z';
const stream = 'groceryList-kq3ZbX0yJvM8fTn2LrWc';
const document = 'lists/kq3ZbX0yJvM8fTn2LrWc';
const item = { id: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e41', name: 'Milk', amount: '1' };
const extent = {
  stream,
  first: { position: '17', revision: '0', at: '2026-01-01T08:00:00.000Z' },
  last: { position: '1042', revision: '17', at },
};

const addition = {
  at,
  actor: 'kq3ZbX0yJvM8fTn2LrWc',
  type: 'GroceryItemsAdded',
  position: '1042',
  command: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40',
};
const change = { ...addition, type: 'GroceryItemChanged', position: '1055' };

/** @param message which stream, and since when it exists */
export const unknownStream = (message: string): HttpError => new HttpError(404, 'UNKNOWN_STREAM', message);
export const unknownEvent = (position: string): HttpError =>
  new HttpError(404, 'UNKNOWN_EVENT', `The log has no event at position ${position}`);
/** @param message where the log ends */
export const pastEnd = (message: string): HttpError => new HttpError(404, 'UNKNOWN_EVENT', message);
/** An event of the stream that this release cannot fold. */
export const notFolded = (message: string): HttpError => new HttpError(422, 'EVENT_NOT_FOLDED', message);

const recorded = 'For each user whose private data the stream has, the access is recorded first, with the reason.';

const ofStream = {
  ...forOperators,
  params: StreamPath,
  errors: [
    notFound('role'),
    unknownStream(`There is no stream ${stream}`),
    pastEnd('Position 2000 is past the end of the log, which is at 1050'),
    notFolded('GroceryListCleared at 1042 cannot be folded'),
    new EventLogUnavailable(''),
  ],
} as const;

export const readState = {
  ...ofStream,
  summary: 'Read what a stream looked like at a position or a time',
  description: `Its documents in the shape of the API, folded again from the log. ${recorded}`,
  querystring: StateQuery,
  responses: [
    json(200, 'The documents', StreamState, {
      'A grocery list': {
        ...extent,
        position: '1042',
        revision: '17',
        at,
        documents: { [document]: { items: [item] } },
        sealed: { size: 1100, events: 58 },
      },
    }),
  ],
} satisfies Operation;

export const readDiff = {
  ...ofStream,
  summary: 'Read what changed in a stream between two points',
  description: `The fields of its documents that differ, each with the last event that changed it. ${recorded}`,
  querystring: DiffQuery,
  responses: [
    json(200, 'The differences', StreamDifferences, {
      'A changed amount': {
        ...extent,
        items: [{ path: `${document}/items/${item.id}/amount`, from: '1', to: '2', ...change, fromBy: addition }],
      },
    }),
  ],
} satisfies Operation;

export const readBlame = {
  ...ofStream,
  summary: 'Read who set each field of a stream last',
  description: `For each field of its documents of today. ${recorded}`,
  querystring: BlameQuery,
  responses: [
    json(200, 'The fields', StreamBlame, {
      'The name of an item': {
        ...extent,
        items: [{ path: `${document}/items/${item.id}/name`, value: 'Milk', ...addition }],
      },
    }),
  ],
} satisfies Operation;

const event = {
  position: '1042',
  stream,
  revision: '17',
  id: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40',
  type: 'GroceryListCleared',
  data: { items: [{ itemId: item.id, name: 'Milk' }] },
  meta: { actor: 'kq3ZbX0yJvM8fTn2LrWc', at, schema: 1 },
};

export const readExplanation = {
  ...forOperators,
  summary: 'Read the cause and the effects of an event',
  description: `Its command and request, what else these recorded, and what it changed. ${recorded}`,
  params: EventPath,
  querystring: ExplanationQuery,
  responses: [
    json(200, 'The explanation', Explanation, {
      'A cleared list': {
        event,
        ofCommand: [],
        ofRequest: [],
        readModels: ['groceryLists@3'],
        documents: [document],
        messages: [{ kind: 'list.changed', to: 'list:kq3ZbX0yJvM8fTn2LrWc' }],
        sealed: { size: 1100, events: 58 },
      },
    }),
  ],
  errors: [...ofStream.errors, unknownEvent('1042')],
} satisfies Operation;

export const invalidSource = ({ message, parameter }: InvalidSource): HttpError => invalid(message, parameter);

/** As the errors of the call are documented. */
const invalidSources = [
  new InvalidSource('field', 'feed is a number, which has no fields'),
  new InvalidSource('of', 'soup is neither feed nor recipes nor the name of a stream, such as post-ID'),
].map(invalidSource);

export const readSources = {
  ...forOperators,
  summary: 'Read which events a total or a field comes from',
  description: `The number of posts in the feed or of recipes, or the fields of a stream's documents. ${recorded}`,
  querystring: SourcesQuery,
  responses: [
    json(200, 'A page of events, newest first', Sources, {
      'The newest post': {
        items: [
          {
            ...{ position: '1042', stream: 'post-019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40', type: 'PostPublished', at },
            actor: 'kq3ZbX0yJvM8fTn2LrWc',
            command: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40',
            changes: [{ path: 'feed', from: 213, to: 214 }],
          },
        ],
        next: null,
      },
    }),
  ],
  errors: [...ofStream.errors, ...invalidSources],
} satisfies Operation;

export const findStreams = {
  ...forOperators,
  summary: 'Find streams by the beginning of their name or id',
  description: `With the times of their first and last events. For each user whose private data a stream has, the access is recorded first, with the reason.`,
  querystring: StreamsQuery,
  responses: [
    json(200, 'The streams', Streams, {
      'A grocery list': { items: [{ ...extent, hasDocuments: true }] },
    }),
  ],
  errors: [notFound('role'), new EventLogUnavailable('')],
} satisfies Operation;
