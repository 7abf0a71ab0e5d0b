import type { ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../commands/handle-command.ts';
import { type Profile, ProfileForm } from '../../contracts/profile.ts';
import { profile } from '../../domain/profile/decider.ts';
import type { Authors } from '../authors.ts';
import { invalid } from '../errors.ts';
import { type Authentication, userOf } from '../plugins/authentication.ts';
import type { Routes } from '../typed.ts';
import { webAddress } from '../web-address.ts';
import { carryOut, readFrom } from '../writing.ts';

export interface ProfileDeps {
  readonly commands: CommandHandler;
  readonly profiles: ReadModelReader;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

export function profileRoutes(app: Routes, { commands, profiles, authors, authentication }: ProfileDeps): void {
  const required = authentication.required('Please log in to see your profile');

  app.get('/users/profile', { onRequest: required }, async (request, reply) => {
    const user = userOf(request);
    await readFrom(request, reply, profiles);
    const document = await profiles.get('profiles', user.uid);
    const known: Omit<Profile, 'email'> | undefined = document && JSON.parse(document.json);
    // Before the first write there is no profile; the token says what it would be.
    const { username, avatar } = known ?? { username: user.name ?? '', avatar: user.picture ?? null };
    return { username, email: user.email ?? null, avatar } satisfies Profile;
  });

  app.put('/users/profile', { schema: { body: ProfileForm }, onRequest: required }, async (request, reply) => {
    const user = userOf(request);
    const { username, avatar } = request.body;
    const address = typeof avatar === 'string' ? webAddress(avatar) : avatar;
    if (typeof avatar === 'string' && address === undefined)
      throw invalid('The avatar must be the address of a picture');
    const saved = await carryOut(
      request,
      reply,
      { commands, model: profiles },
      profile,
      () => ({ id: user.uid, command: { type: 'SetProfile' as const, username, avatar: address } }),
      ({ state }) => ({ username: state?.username ?? '', avatar: state?.avatar ?? null }),
    );
    authors.renamed(user.uid, saved.username);
    return { ...saved, email: user.email ?? null } satisfies Profile;
  });
}
