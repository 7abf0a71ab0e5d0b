import type { onRequestHookHandler } from 'fastify';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import { type StaffDocument, staffModel } from '../../../../projections/definitions/staff.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { Staff } from '../../../core/contracts/staff.ts';
import { staff as staffAggregate } from '../../../core/domain/staff/decider.ts';
import type { Accounts } from '../../../identity/identity.ts';
import { userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { personIn } from '../../writing/authors.ts';
import { executeRemoval, readFrom } from '../../writing/execute-command.ts';
import * as operations from './operations.ts';

export interface StaffDeps {
  readonly commands: CommandHandler;
  readonly staff: ReadModelReader;
  readonly profiles: ReadModelReader;
  readonly accounts: Accounts;
  /** Lets only those pass who may manage the staff. */
  readonly onRequest: onRequestHookHandler[];
}

/** More people than any installation has as staff. */
const maxStaff = 1_000;

export function staffRoutes(app: Routes, { commands, staff, profiles, accounts, onRequest }: StaffDeps): void {
  app.get('/staff', { schema: operations.readStaff, onRequest }, async (request, reply) => {
    await readFrom(request, reply, staff);
    const entries = await staff.range(staffModel.members, { direction: 'ascending', limit: maxStaff });
    const uids = entries.map(({ member }) => member);
    const [documents, people] = await Promise.all([
      staff.getMany(staffModel.members, uids),
      profiles.getMany(profilesModel.profiles, uids),
    ]);
    const items = uids.flatMap((uid, n) => {
      const document = documents[n];
      if (!document) return [];
      const { roles }: StaffDocument = JSON.parse(document.json);
      const person = people[n];
      return [{ uid, name: person ? personIn(person).name : null, roles: [...roles] }];
    });
    return { items } satisfies Staff;
  });

  app.post('/staff', { schema: operations.grantRoleByEmail, onRequest }, async (request, reply) => {
    const { email, role } = request.body;
    const uid = await accounts.find(email);
    if (uid === undefined) throw operations.noSuchAccount();
    const command = { type: 'GrantRole', role, by: userOf(request).uid } as const;
    return executeRemoval({ request, reply, commands, model: staff }, staffAggregate, { id: uid, command });
  });

  app.put('/staff/:uid/roles/:role', { schema: operations.grantRole, onRequest }, (request, reply) => {
    const { uid, role } = request.params;
    const command = { type: 'GrantRole', role, by: userOf(request).uid } as const;
    return executeRemoval({ request, reply, commands, model: staff }, staffAggregate, { id: uid, command });
  });

  app.delete('/staff/:uid/roles/:role', { schema: operations.revokeRole, onRequest }, (request, reply) => {
    const { uid, role } = request.params;
    const command = { type: 'RevokeRole', role, by: userOf(request).uid } as const;
    return executeRemoval({ request, reply, commands, model: staff }, staffAggregate, { id: uid, command });
  });
}
