import type { FastifyRequest } from 'fastify';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { Avatars } from '../../../avatars/avatars.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import { avatarAddress, avatarName } from '../../../core/contracts/avatar-address.ts';
import type { Profile } from '../../../core/contracts/profile.ts';
import { profile } from '../../../core/domain/profile/decider.ts';
import type { Account, Identity } from '../../../identity/identity.ts';
import { type Authentication, tokenOf, userOf } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeCommand, readFrom } from '../../writing/writing.ts';
import { changeAccount } from './account-change.ts';
import { type AvatarChange, parseAvatar } from './avatar-form.ts';
import * as operations from './operations.ts';

export interface ProfileDeps {
  readonly commands: CommandHandler;
  readonly profiles: ReadModelReader;
  readonly identity: Pick<Identity, 'accounts' | 'keepSession' | 'recheckSessions'>;
  readonly avatars: Avatars;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

type Shown = Pick<Profile, 'username' | 'avatar'>;

export function profileRoutes(app: Routes, deps: ProfileDeps): void {
  const { commands, profiles, avatars, authors, authentication } = deps;
  const { accounts, keepSession, recheckSessions } = deps.identity;
  const required = authentication.required('Please log in to see your profile');

  const readShown = async (uid: string): Promise<Shown | undefined> => {
    const document = await profiles.get(profilesModel.profiles, uid);
    return document && JSON.parse(document.json);
  };

  app.get('/users/profile', { schema: operations.readProfile, onRequest: required }, async (request, reply) => {
    const user = userOf(request);
    const account = await accounts.read(user.uid);
    await readFrom(request, reply, profiles);
    // Before the first write there is no profile; the token has what it would contain.
    const shown = (await readShown(user.uid)) ?? { username: user.name ?? '', avatar: user.picture ?? null };
    return answerOf(shown, account);
  });

  const saving = {
    schema: operations.saveProfile,
    onRequest: required,
    config: { secretFields: ['currentPassword', 'newPassword'] },
  };
  app.put('/users/profile', saving, async (request, reply) => {
    const user = userOf(request);
    const form = request.body;
    const [account, before] = await Promise.all([accounts.read(user.uid), readShown(user.uid)]);
    const wanted = parseAvatar(form, before?.avatar ?? null);
    let { email } = account;
    let isFirstTry = false;
    const { avatarBefore, ...shown } = await executeCommand(
      { request, reply, commands, model: profiles },
      {
        aggregate: profile,
        prepare: async (context) => {
          const command = { type: 'SetProfile', username: form.username } as const;
          if (await commands.check(profile, user.uid, command, context)) return { id: user.uid, command };
          isFirstTry = true;
          const changed = await changeAccount(accounts, user, account, form, () => keepSession(tokenOf(request) ?? ''));
          if (changed) {
            email = changed.email;
            recheckSessions(user.uid);
          }
          const avatar = await addressOf(wanted, avatars, context.commandId);
          return { id: user.uid, command: { ...command, avatar, ...changed?.facts } };
        },
        present: ({ state }) => ({ username: '', avatar: null, avatarBefore: null, ...state }),
      },
    );
    if (isFirstTry) {
      authors.changed(user.uid, { name: shown.username, avatar: shown.avatar });
      await runSideEffects(request, before, shown, avatarBefore);
    }
    return answerOf(shown, { ...account, email });
  });

  /** Side effects of a change. If one fails, the profile is changed nevertheless. */
  async function runSideEffects(
    request: FastifyRequest,
    before: Shown | undefined,
    { username, avatar }: Shown,
    avatarBefore: string | null,
  ): Promise<void> {
    const { uid } = userOf(request);
    const warnOnFailure = async (what: string, attempt: () => Promise<void>) =>
      attempt().catch((error: unknown) => request.log.warn({ uid, reason: String(error) }, what));
    if (before?.username !== username || before.avatar !== avatar) {
      await warnOnFailure('the account does not tell the new name or picture', async () => {
        // Tokens and the browser's first view show them, too.
        const picture = avatar === null ? null : new URL(avatar, `${request.protocol}://${request.host}`).href;
        await accounts.change(uid, { name: username, picture });
      });
    }
    const replaced = avatarBefore === avatar ? undefined : avatarName(avatarBefore);
    if (replaced !== undefined)
      await warnOnFailure('a picture is still there that nobody shows', () => avatars.remove(replaced));
  }
}

/** Stores an uploaded picture. Its name is derived from the command's id, so a repeated request writes the same file. */
async function addressOf(
  wanted: AvatarChange,
  avatars: Avatars,
  commandId: string,
): Promise<string | null | undefined> {
  if (typeof wanted !== 'object' || wanted === null) return wanted;
  const name = `${derivedId(commandId, 'avatar')}.${wanted.type}`;
  await avatars.store(name, wanted.bytes);
  return avatarAddress(name);
}

const answerOf = (shown: Shown, { email, hasPassword, createdAt }: Account): Profile => ({
  ...shown,
  email,
  hasPassword,
  memberSince: createdAt,
});
