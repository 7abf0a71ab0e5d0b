import { createCommandHandler } from '../../../server/commands/handle-command.ts';
import { derivedId, newId } from '../../../server/commands/ids.ts';
import type { RequestOfCommand } from '../../../server/commands/recorded-commands.ts';
import { type PostCommand, post } from '../../../server/core/domain/post/decider.ts';
import type { EventLog } from '../../../server/core/event-log.ts';
import { QuietLogger } from '../../support/quiet-logger.ts';

export const body = { type: 'text', content: '' } as const;

/** A node: its command handler, and commands with idempotency keys as the routes send them. */
export function node(log: EventLog, logger = new QuietLogger()) {
  const commands = createCommandHandler(log, { logger });
  const send = (postId: string, actor: string, command: PostCommand, key: string = newId()) =>
    commands.handle(
      post,
      postId,
      command,
      { actor, commandId: derivedId(actor, key), correlationId: 'test' },
      ({ state, events }) => ({
        did: events.map(({ type }) => type),
        likes: state.status === 'published' ? state.likes.size : undefined,
      }),
    );
  /** Sends a command with a request mark, as some routes do. */
  const request = (postId: string, command: PostCommand, mark: RequestOfCommand) => {
    const commandId = derivedId(mark.key, mark.fingerprint);
    const context = { actor: 'sam', commandId, correlationId: 'test', request: mark };
    return commands.underKey(context, () =>
      commands.handle(post, postId, command, context, ({ events }) => events.map(({ type }) => type)),
    );
  };
  return {
    send,
    request,
    publish: async () => {
      const postId = newId();
      await send(postId, 'eleni', { type: 'PublishPost', title: 'Salad', body });
      return postId;
    },
    like: (postId: string, actor: string, key?: string) => send(postId, actor, { type: 'Like', actor }, key),
  };
}

/** The types of a post's events, in order. */
export async function typesIn(log: EventLog, postId: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of log.readStream(`post-${postId}`)) types.push(type);
  return types;
}
