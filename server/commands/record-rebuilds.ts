import { projectionControl } from '../core/domain/projection-control/decider.ts';
import { lastRebuild, type RebuildCommand } from '../core/domain/projection-control/rebuilds.ts';
import { machine } from '../core/domain/staff/events.ts';
import { contextWithoutRequest } from './context-without-request.ts';
import type { CommandHandler } from './handle-command.ts';

/** Records what came of a rebuild, in the name of this machine. @returns whether it is still running */
export const recordRebuilds =
  (commands: CommandHandler) =>
  async (name: string, command: RebuildCommand): Promise<boolean> => {
    const { answer } = await commands.handle(
      projectionControl,
      name,
      command,
      contextWithoutRequest(machine),
      ({ state }) => lastRebuild(state.rebuilds, command.version)?.state === 'running',
    );
    return answer;
  };
