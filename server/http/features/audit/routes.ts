import type { onRequestHookHandler } from 'fastify';
import { type AccessDocument, accessesModel } from '../../../../projections/definitions/accesses.ts';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { EventSearch } from '../../../audit/event-search.ts';
import { presentEvent } from '../../../audit/presenters.ts';
import type { Accesses, AuditedEvents } from '../../../core/contracts/audit.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { pageOf } from '../../requests/pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { personIn } from '../../writing/authors.ts';
import { readFrom } from '../../writing/execute-command.ts';
import { type AccessRecorder, accessBy, changesOf } from './access-recorder.ts';
import * as operations from './operations.ts';

export interface AuditDeps {
  readonly recorder: AccessRecorder;
  readonly events: EventSearch;
  readonly accesses: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly authentication: Authentication;
  /** Lets only operators pass. */
  readonly onlyOperators: onRequestHookHandler[];
}

export function auditRoutes(app: Routes, deps: AuditDeps): void {
  const { recorder, events, accesses, profiles, authentication, onlyOperators } = deps;

  app.get('/audit/events', { schema: operations.readEvents, onRequest: onlyOperators }, async (request) => {
    const { why, stream, actor, type, without, since, until, correlation, command, after, order } = request.query;
    const { limit = 50 } = request.query;
    if (since !== undefined && until !== undefined && new Date(since) > new Date(until)) {
      throw operations.sinceAfterUntil();
    }
    const found = await events.find({
      ...(stream !== undefined && { stream }),
      ...(actor !== undefined && { actor }),
      ...(type !== undefined && { types: [type] }),
      ...(without !== undefined && { without: [without] }),
      ...(since !== undefined && { since: new Date(since) }),
      ...(until !== undefined && { until: new Date(until) }),
      ...(correlation !== undefined && { correlationId: correlation }),
      ...(command !== undefined && { commandId: command }),
      ...(after !== undefined && { after: BigInt(after) }),
      direction: order === 'oldest' ? 'forwards' : 'backwards',
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    await recorder.record(accessBy(request), { events: shown, what: changesOf, why });
    const next = found.length > limit ? (shown.at(-1)?.position.toString() ?? null) : null;
    return { items: shown.map(presentEvent), next } satisfies AuditedEvents;
  });

  app.get(
    '/users/accesses',
    { schema: operations.readAccesses, onRequest: authentication.required('Please log in to view your profile') },
    async (request, reply) => {
      const { cursor, limit = 20 } = request.query;
      await readFrom(request, reply, accesses);
      const index = accessesModel.accessesTo(userOf(request).uid);
      const page = await pageOf(accesses, { index, collection: accessesModel.accesses, cursor, limit });
      const { items, nextCursor }: { items: AccessDocument[]; nextCursor: string | null } = JSON.parse(page);
      const people = await profiles.getMany(
        profilesModel.profiles,
        items.map(({ by }) => by),
      );
      const shown = items.map(({ by, ...access }, n) => {
        const person = people[n];
        return { ...access, by: { uid: by, name: person ? personIn(person).name : null } };
      });
      return { items: shown, nextCursor } satisfies Accesses;
    },
  );
}
