import type { ReadModels } from '../../projections/definitions/read-models.ts';
import { contextWithoutRequest } from '../../server/commands/context-without-request.ts';
import type { CommandHandler } from '../../server/commands/handle-command.ts';
import { staff } from '../../server/core/domain/staff/decider.ts';
import { machine } from '../../server/core/domain/staff/events.ts';

const catchUpMs = 60_000;

/** Makes users operators as the command on the machine does, and waits until they are. */
export const grantOperator =
  (commands: CommandHandler, { staff: model }: Pick<ReadModels, 'staff'>) =>
  async (uid: string): Promise<void> => {
    const grant = { type: 'GrantRole', role: 'operator', by: machine } as const;
    const { position } = await commands.handle(staff, uid, grant, contextWithoutRequest(machine), () => undefined);
    if (position !== undefined) await model.waitFor(position, catchUpMs);
  };
