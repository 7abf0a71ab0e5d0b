import { projectionControl } from '../core/domain/projection-control/decider.ts';
import type { VerificationCommand } from '../core/domain/projection-control/verifications.ts';
import type { CommandHandler } from './handle-command.ts';
import { newId } from './ids.ts';

/** Records what a verification has found, in the name of the operator who began it. */
export const recordVerifications =
  (commands: CommandHandler) =>
  async (name: string, command: VerificationCommand, by: string): Promise<void> => {
    const id = newId();
    const context = { actor: by, commandId: id, correlationId: id };
    await commands.handle(projectionControl, name, command, context, () => undefined);
  };
