import { projectionControl } from '../core/domain/projection-control/decider.ts';
import { verificationsId } from '../core/domain/projection-control/events.ts';
import type { VerificationCommand } from '../core/domain/projection-control/verifications.ts';
import { contextWithoutRequest } from './context-without-request.ts';
import type { CommandHandler } from './handle-command.ts';

/** Records what a verification has found, in the name of the operator who began it. */
export const recordVerifications =
  (commands: CommandHandler) =>
  async (command: VerificationCommand, by: string): Promise<void> => {
    await commands.handle(projectionControl, verificationsId, command, contextWithoutRequest(by), () => undefined);
  };
