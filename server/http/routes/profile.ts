import type { FastifyRequest } from 'fastify';
import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../commands/handle-command.ts';
import type { Profile, ProfileForm } from '../../contracts/profile.ts';
import { profile } from '../../domain/profile/decider.ts';
import type { Account, Accounts, Identity } from '../../identity/identity.ts';
import { changeAccount } from '../account-change.ts';
import type { Authors } from '../authors.ts';
import { invalid } from '../errors.ts';
import * as operations from '../operations/profile.ts';
import { type Authentication, tokenOf, userOf } from '../plugins/authentication.ts';
import type { Routes } from '../typed.ts';
import { webAddress } from '../web-address.ts';
import { carryOut, readFrom } from '../writing.ts';

export interface ProfileDeps {
  readonly commands: CommandHandler;
  readonly profiles: ReadModelReader;
  readonly identity: Pick<Identity, 'accounts' | 'recheckOthers'>;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

type Shown = Pick<Profile, 'username' | 'avatar'>;

export function profileRoutes(app: Routes, deps: ProfileDeps): void {
  const { commands, profiles, authors, authentication } = deps;
  const { accounts, recheckOthers } = deps.identity;
  const required = authentication.required('Please log in to see your profile');

  app.get('/users/profile', { schema: operations.readProfile, onRequest: required }, async (request, reply) => {
    const user = userOf(request);
    const account = await accounts.read(user.uid);
    await readFrom(request, reply, profiles);
    const document = await profiles.get('profiles', user.uid);
    const known: Shown | undefined = document && JSON.parse(document.json);
    // Before the first write there is no profile; the token says what it would be.
    return answerOf(known ?? { username: user.name ?? '', avatar: user.picture ?? null }, account);
  });

  app.put('/users/profile', { schema: operations.saveProfile, onRequest: required }, async (request, reply) => {
    const user = userOf(request);
    const form = request.body;
    const command = { type: 'SetProfile', username: form.username, avatar: avatarOf(form) } as const;
    const account = await accounts.read(user.uid);
    let { email } = account;
    const { shown, isNew } = await carryOut(
      request,
      reply,
      { commands, model: profiles },
      profile,
      async (context) => {
        const unchanged = { id: user.uid, command };
        if (await commands.check(profile, user.uid, command, context)) return unchanged;
        const changed = await changeAccount(accounts, user, account, form);
        if (!changed) return unchanged;
        recheckOthers(user.uid, tokenOf(request) ?? '');
        email = changed.email;
        return { id: user.uid, command: { ...command, ...changed.facts } };
      },
      ({ state, events }) => ({
        shown: { username: state?.username ?? '', avatar: state?.avatar ?? null },
        isNew: events.some(({ type }) => type === 'ProfileCreated' || type === 'ProfileRevised'),
      }),
    );
    authors.renamed(user.uid, shown.username);
    if (isNew) await tellAccount(accounts, request, shown);
    return answerOf(shown, { ...account, email });
  });
}

/** Kept as an address of the web; null for none, undefined for the one that there is. @throws HttpError */
function avatarOf({ avatar }: ProfileForm): string | null | undefined {
  if (typeof avatar !== 'string') return avatar;
  const address = webAddress(avatar);
  if (address === undefined) throw invalid('The avatar must be the address of a picture');
  return address;
}

/** Tokens and the first view in the browser tell name and picture, too. The profile is what counts, so this may fail. */
async function tellAccount(accounts: Accounts, request: FastifyRequest, { username, avatar }: Shown): Promise<void> {
  const { uid } = userOf(request);
  await accounts.change(uid, { name: username, picture: avatar }).catch((error: unknown) => {
    request.log.warn({ uid, reason: String(error) }, 'a new name is not in the account');
  });
}

const answerOf = (shown: Shown, { email, hasPassword, createdAt }: Account): Profile => ({
  ...shown,
  email,
  hasPassword,
  memberSince: createdAt,
});
