import { type CommandHandler, type CommandHandlerOptions, createCommandHandler } from '../commands/handle-command.ts';
import { Refusal } from '../core/domain/refusal.ts';
import type { EventLog } from '../core/event-log.ts';
import type { Observer } from '../core/observer.ts';
import { observeAppends } from './observe-appends.ts';

/** A command handler that reports commands, appends and lost races. */
export const createObservedCommands = (
  log: EventLog,
  options: CommandHandlerOptions & { readonly observer: Observer | undefined },
) => observeCommands(createCommandHandler(observeAppends(log, options.observer), options), options.observer);

/** The same command handler, which reports each command that a request has given. */
function observeCommands(commands: CommandHandler, observer: Observer | undefined): CommandHandler {
  if (!observer?.handled) return commands;
  return {
    ...commands,
    handle: (aggregate, id, command, context, present) => {
      const startedAt = performance.now();
      const handled = commands.handle(aggregate, id, command, context, present);
      const { correlationId, commandId } = context;
      const report = (outcome: 'accepted' | 'refused' | 'failed') =>
        observer.handled?.({
          cause: { correlationId, commandId },
          category: aggregate.category,
          command: typeOf(command),
          outcome,
          startedAt,
          ms: performance.now() - startedAt,
        });
      handled.then(
        () => report('accepted'),
        (error: unknown) => report(error instanceof Refusal ? 'refused' : 'failed'),
      );
      return handled;
    },
  };
}

const typeOf = (command: unknown): string =>
  typeof command === 'object' && command !== null && 'type' in command && typeof command.type === 'string'
    ? command.type
    : 'command';
