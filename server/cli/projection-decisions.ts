import { contextWithoutRequest } from '../commands/context-without-request.ts';
import { createCommandHandler } from '../commands/handle-command.ts';
import type { Config } from '../config/config.ts';
import { type ProjectionControlCommand, projectionControl } from '../core/domain/projection-control/decider.ts';
import { Refusal } from '../core/domain/refusal.ts';
import { machine } from '../core/domain/staff/events.ts';
import type { EventLog } from '../core/event-log.ts';
import { CommandFailed } from './exit.ts';
import { bodyOf, callLocalServer } from './local-server.ts';

/** What is sent to the server: it may add what only it knows. */
export interface LocalDecision {
  /** Of the command. If this process then records the decision, with the same id, it is recorded once. */
  readonly id: string;
  readonly name: string;
  readonly body: object;
}

export interface LocalServer {
  readonly eventLog: Pick<Config['eventLog'], 'kind'>;
  readonly controlSocket: string;
}

/**
 * Has the running server of an embedded log record a decision about a projection.
 * @returns false when none runs, or it has ended meanwhile, maybe after it has recorded it: this process may record it
 * @throws CommandFailed when the server refuses it
 */
export async function recordInServer(
  { eventLog, controlSocket }: LocalServer,
  { id, name, body }: LocalDecision,
): Promise<boolean> {
  if (eventLog.kind !== 'sqlite') return false;
  const path = `/projections/${name}/decisions?id=${id}`;
  const answer = await callLocalServer(controlSocket, { method: 'POST', path, body });
  if (!answer) return false;
  bodyOf(answer);
  return true;
}

/** Records it, unless the log has a decision with this id. @throws CommandFailed when it is refused */
export async function recordDecision(
  log: EventLog,
  { id, name }: Pick<LocalDecision, 'id' | 'name'>,
  command: ProjectionControlCommand,
): Promise<void> {
  const metadata = contextWithoutRequest(machine, id);
  try {
    await createCommandHandler(log).handle(projectionControl, name, command, metadata, () => undefined);
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(error.message) : error;
  }
}
