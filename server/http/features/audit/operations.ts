import { Accesses, AuditedEvents, EventsQuery } from '../../../core/contracts/audit.ts';
import { PageQuery } from '../../../core/contracts/shared.ts';
import { EventLogUnavailable } from '../../../core/event-log.ts';
import { json, type Operation } from '../../openapi/operation.ts';
import { type HttpError, invalid, notFound } from '../../responses/errors.ts';

const at = '2026-11-18T17:30:00.000Z';

export const sinceAfterUntil = (): HttpError => invalid('since is after until: exchange them', 'since');

export const readEvents = {
  tag: 'Operators',
  token: 'operator',
  summary: 'Find events of the log',
  description:
    'Those that have everything that the query names. For each user whose private data the page shows (lists, plans, households, playlists, calendar links), and for the members of a household whose data it is, the access is recorded first, with the reason; they find it in `/users/accesses`.',
  querystring: EventsQuery,
  responses: [
    json(200, 'A page of events', AuditedEvents, {
      'A cleared list': {
        items: [
          {
            position: '1042',
            stream: 'groceryList-kq3ZbX0yJvM8fTn2LrWc',
            revision: '17',
            id: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40',
            type: 'GroceryListCleared',
            data: { items: [{ itemId: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e41', name: 'Milk' }] },
            meta: { actor: 'kq3ZbX0yJvM8fTn2LrWc', at, schema: 1 },
          },
        ],
        next: null,
      },
    }),
  ],
  errors: [notFound('position'), sinceAfterUntil(), new EventLogUnavailable('')],
} satisfies Operation;

export const readAccesses = {
  tag: 'Profile',
  token: 'required',
  summary: 'Read which operators have read your data',
  description: 'Newest first, each with the reason that the operator has given.',
  kind: 'read',
  querystring: PageQuery,
  responses: [
    json(200, 'A page of accesses', Accesses, {
      'An access': {
        items: [
          {
            at,
            by: { uid: 'tJ5wQm8ZrB1cVx7NkY3L', name: 'Tom' },
            what: 'changes of grocery lists',
            why: 'Mia asked who emptied the list',
          },
        ],
        nextCursor: null,
      },
    }),
  ],
} satisfies Operation;
