import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './exit.ts';
import { bodyOf, callLocalServer } from './local-server.ts';

const uidPattern = /^[A-Za-z0-9_-]{1,128}$/;

/** @param who a user id, or an email, which a running server with the role api or live looks up @throws CommandFailed */
export async function uidOf(context: CommandContext, who: string): Promise<string> {
  if (!who.includes('@')) {
    if (!uidPattern.test(who)) throw new CommandFailed(`${who} is neither an email nor a user id`);
    return who;
  }
  const answer = await callLocalServer(context.config().controlSocket, {
    method: 'GET',
    path: `/account?email=${encodeURIComponent(who)}`,
  });
  if (!answer) {
    throw new CommandFailed(
      'To name a user by email, start a server with the role api and this DATA_DIR; or give the user id instead',
    );
  }
  if (answer.status === 404) throw new CommandFailed(`No account has the email ${who}`);
  const body = bodyOf(answer);
  if (typeof body !== 'object' || body === null || !('uid' in body))
    throw new CommandFailed('The server is another release');
  return String(body.uid);
}
