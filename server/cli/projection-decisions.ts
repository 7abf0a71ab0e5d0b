import { contextWithoutRequest } from '../commands/context-without-request.ts';
import { createCommandHandler } from '../commands/handle-command.ts';
import { type ProjectionControlCommand, projectionControl } from '../core/domain/projection-control/decider.ts';
import { Refusal } from '../core/domain/refusal.ts';
import { machine } from '../core/domain/staff/events.ts';
import type { EventLog } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './exit.ts';
import { bodyOf, callLocalServer } from './local-server.ts';

/** What is sent to the server: it may add what only it knows. */
export interface LocalDecision {
  readonly name: string;
  readonly body: object;
}

/**
 * Has the running server of an embedded log record decisions about projections.
 * @returns false when none runs: this process may record them
 * @throws CommandFailed when the server refuses one
 */
export async function recordInServer(context: CommandContext, decisions: readonly LocalDecision[]): Promise<boolean> {
  const { eventLog, controlSocket } = context.config();
  if (eventLog.kind !== 'sqlite') return false;
  for (const { name, body } of decisions) {
    const path = `/projections/${name}/decisions`;
    const answer = await callLocalServer(controlSocket, { method: 'POST', path, body });
    if (!answer) return false;
    bodyOf(answer);
  }
  return true;
}

/** @throws CommandFailed when it is refused */
export async function recordDecision(log: EventLog, name: string, command: ProjectionControlCommand): Promise<void> {
  const metadata = contextWithoutRequest(machine);
  try {
    await createCommandHandler(log).handle(projectionControl, name, command, metadata, () => undefined);
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(error.message) : error;
  }
}
