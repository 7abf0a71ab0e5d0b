import { newId } from './ids.ts';
import type { CommandContext } from './task.ts';

/** Of a command that the program or an operator on the machine gives: it is a request of its own. */
export const contextWithoutRequest = (actor: string, id: string = newId()): CommandContext => ({
  actor,
  commandId: id,
  correlationId: id,
});
