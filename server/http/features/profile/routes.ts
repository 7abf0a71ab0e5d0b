import type { FastifyRequest } from 'fastify';
import { profilesModel } from '../../../../projections/definitions/profiles.ts';
import { type StaffDocument, staffModel } from '../../../../projections/definitions/staff.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { Avatars } from '../../../avatars/avatars.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import { avatarAddress, avatarName } from '../../../core/contracts/avatar-address.ts';
import type { Profile, ProfileForm } from '../../../core/contracts/profile.ts';
import { profile } from '../../../core/domain/profile/decider.ts';
import { line } from '../../../core/domain/text.ts';
import type { Account, Identity, User } from '../../../identity/identity.ts';
import { type Authentication, tokenOf, userOf } from '../../plugins/authentication.ts';
import type { Count } from '../../plugins/rate-limit.ts';
import { assertNotSuspended } from '../../plugins/suspended.ts';
import type { Routes } from '../../requests/typed.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeCommand, readFrom } from '../../writing/execute-command.ts';
import { changeAccount } from './account-change.ts';
import { type AvatarChange, parseAvatar } from './avatar-form.ts';
import * as operations from './operations.ts';

export interface ProfileDeps {
  readonly commands: CommandHandler;
  readonly profiles: ReadModelReader;
  readonly moderation: ReadModelReader;
  readonly staff: ReadModelReader;
  readonly identity: Pick<Identity, 'accounts' | 'keepSession' | 'recheckSessions'>;
  readonly avatars: Avatars;
  readonly authors: Authors;
  readonly authentication: Authentication;
  /** Of a picture on another site. */
  readonly countFetch: Count;
}

type PublicProfile = Pick<Profile, 'username' | 'avatar'>;

export function profileRoutes(app: Routes, deps: ProfileDeps): void {
  const { commands, profiles, moderation, staff, avatars, authors, authentication } = deps;
  const { accounts, keepSession, recheckSessions } = deps.identity;
  const required = authentication.required('Please log in to see your profile');

  const readPublicProfile = async (uid: string): Promise<PublicProfile | undefined> => {
    const document = await profiles.get(profilesModel.profiles, uid);
    return document && JSON.parse(document.json);
  };

  /** Before the first write there is no profile: the name and the picture are those of the token. */
  const shownOf = ({ name, picture }: User, stored: PublicProfile | undefined): PublicProfile =>
    stored ?? { username: name ?? '', avatar: picture ?? null };

  const rolesOf = async (uid: string): Promise<Pick<Profile, 'roles'>> => {
    const document = await staff.get(staffModel.members, uid);
    if (!document) return {};
    const { roles }: StaffDocument = JSON.parse(document.json);
    return roles.length > 0 ? { roles: roles.map(({ role }) => role) } : {};
  };

  app.get('/users/profile', { schema: operations.readProfile, onRequest: required }, async (request, reply) => {
    const user = userOf(request);
    const account = await accounts.read(user.uid);
    await readFrom(request, reply, profiles);
    const shown = shownOf(user, await readPublicProfile(user.uid));
    return { ...toProfile(shown, account), ...(await rolesOf(user.uid)) };
  });

  const saving = {
    schema: operations.saveProfile,
    onRequest: required,
    config: { secretFields: ['currentPassword', 'newPassword'] },
  };
  app.put('/users/profile', saving, async (request, reply) => {
    const user = userOf(request);
    const form = request.body;
    const [account, before] = await Promise.all([accounts.read(user.uid), readPublicProfile(user.uid)]);
    const wanted = parseAvatar(form, before?.avatar ?? null);
    if (changesPerson(form, wanted, shownOf(user, before))) await assertNotSuspended(moderation, user.uid);
    // The server fetches it for its first reader.
    if (typeof wanted === 'string') deps.countFetch(user.uid);
    let { email } = account;
    let isFirstAttempt = false;
    const { avatarBefore, ...saved } = await executeCommand(
      { request, reply, commands, model: profiles },
      {
        aggregate: profile,
        prepare: async (context) => {
          const command = { type: 'SetProfile', username: form.username } as const;
          const { isRepeated } = await commands.assertNotRefused(profile, user.uid, command, context);
          if (isRepeated) return { id: user.uid, command };
          isFirstAttempt = true;
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
    if (isFirstAttempt) {
      authors.update(user.uid, { name: saved.username, avatar: saved.avatar });
      await runSideEffects(request, before, saved, avatarBefore);
    }
    return { ...toProfile(saved, { ...account, email }), ...(await rolesOf(user.uid)) };
  });

  /** Side effects of a change. If one fails, the profile stays changed. */
  async function runSideEffects(
    request: FastifyRequest,
    before: PublicProfile | undefined,
    { username, avatar }: PublicProfile,
    avatarBefore: string | null,
  ): Promise<void> {
    const { uid } = userOf(request);
    const warnOnFailure = async (warning: string, attempt: () => Promise<void>) =>
      attempt().catch((error: unknown) => request.log.warn({ uid, reason: String(error) }, warning));
    if (before?.username !== username || before.avatar !== avatar) {
      await warnOnFailure('the account still has the old name or picture', async () => {
        // Tokens contain them, and the browser shows those of its token first.
        const picture = avatar === null ? null : new URL(avatar, `${request.protocol}://${request.host}`).href;
        await accounts.change(uid, { name: username, picture });
      });
    }
    const replaced = avatarBefore === avatar ? undefined : avatarName(avatarBefore);
    if (replaced !== undefined)
      await warnOnFailure('a replaced picture could not be removed', () => avatars.remove(replaced));
  }
}

/** Whether others see a change. Forms repeat the name while they change something else. */
const changesPerson = ({ username }: ProfileForm, wanted: AvatarChange, shown: PublicProfile): boolean =>
  (username !== undefined && line(username) !== shown.username) || (wanted !== undefined && wanted !== shown.avatar);

/**
 * The new address of the avatar; undefined if it is unchanged. Stores an uploaded picture, under a name that is derived
 * from the command's id, so that a repeated request writes the same file.
 */
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

const toProfile = (shown: PublicProfile, { email, hasPassword, createdAt }: Account): Profile => ({
  ...shown,
  email,
  hasPassword,
  memberSince: createdAt,
});
