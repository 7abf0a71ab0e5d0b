import type { onRequestHookHandler } from 'fastify';
import type { Account } from '../../../core/contracts/staff.ts';
import type { Accounts } from '../../../identity/identity.ts';
import type { Routes } from '../../requests/typed.ts';
import { type AccessRecorder, accessBy, reasonOf } from '../audit/access-recorder.ts';
import * as operations from './operations.ts';

export interface AccountDeps {
  readonly accounts: Accounts;
  readonly recorder: AccessRecorder;
  /** Lets only operators pass. */
  readonly onRequest: onRequestHookHandler[];
}

/** Finds whose an email is, which only its user and the identity provider know. */
export function accountRoute(app: Routes, { accounts, recorder, onRequest }: AccountDeps): void {
  app.get('/staff/account', { schema: operations.findAccount, onRequest }, async (request) => {
    const { email, why } = request.query;
    reasonOf(why);
    const uid = await accounts.find(email);
    if (uid === undefined) throw operations.noSuchAccount();
    await recorder.recordFor(uid, accessBy(request), { what: 'whose account an email is', why });
    return { uid } satisfies Account;
  });
}
