import { Type } from 'typebox';
import type { Accounts } from '../../../identity/identity.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';

const querystring = Type.Object({ email: Type.String({ maxLength: 320 }) });

/** For commands on the machine, which name a user by email. */
export function findAccountRoute(app: Routes, accounts: Accounts): void {
  app.get('/account', { schema: { querystring } }, async (request) => {
    const uid = await accounts.find(request.query.email);
    if (uid === undefined) throw notFound('userId');
    return { uid };
  });
}
