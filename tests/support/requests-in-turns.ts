/** Requests that are carried out at the same time, command by command, in an order that the test chooses. */
import type { CommandHandler } from '../../server/commands/handle-command.ts';

/** A request. Its commands and reads wait until it is their turn. */
export type Request = (commands: CommandHandler) => Promise<void>;

export interface Requested {
  readonly run: Request;
  /** The number of the command or read before which its process fails, from 0. */
  readonly failsAt?: number | undefined;
}

/** The process of a request has ended before one of its commands. */
export class ProcessFailed extends Error {}

/**
 * Carries out requests until all have ended.
 * @param choose returns which of the waiting requests goes on
 */
export async function inTurns(
  commands: CommandHandler,
  requests: readonly Requested[],
  choose: (waiting: number) => number,
): Promise<void> {
  const waiting: (() => void)[] = [];
  let running = requests.length;
  let rest = Promise.withResolvers<void>();
  /** Called when the request that goes on waits again, or has ended. */
  const atRest = () => {
    if (waiting.length === running) rest.resolve();
  };
  const ended = Promise.all(
    requests.map(async ({ run, failsAt }) => {
      let step = 0;
      const turn = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          atRest();
        });
        if (step++ === failsAt) throw new ProcessFailed();
        return act();
      };
      try {
        await run({
          ...commands,
          handle: (...command) => turn(() => commands.handle(...command)),
          read: (...read) => turn(() => commands.read(...read)),
          assertNotRefused: (...command) => turn(() => commands.assertNotRefused(...command)),
        });
      } finally {
        running--;
        atRest();
      }
    }),
  );
  while (running > 0) {
    await rest.promise;
    rest = Promise.withResolvers();
    waiting.splice(choose(waiting.length), 1)[0]?.();
  }
  await ended;
}
