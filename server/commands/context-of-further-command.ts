import { derivedId } from './ids.ts';
import type { CommandContext } from './task.ts';

/**
 * Of a further command of a request to a stream that has recorded one of its commands: with the same identity, it would be
 * taken for that one, sent again. `step`: names it within the request.
 */
export function contextOfFurtherCommand({ request: _, ...context }: CommandContext, step: string): CommandContext {
  return { ...context, commandId: derivedId(context.commandId, step) };
}
