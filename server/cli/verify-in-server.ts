import type { CommandContext } from './command-context.ts';
import { CommandFailed, exitCodes } from './exit.ts';
import { streamLocalServer } from './local-server.ts';
import type { Row } from './output.ts';

/** Has the running server verify its read models. @returns undefined when none runs @throws CommandFailed */
export async function startInServer(
  { config, output, signal }: CommandContext,
  projection: string | undefined,
): Promise<AsyncIterable<unknown> | undefined> {
  const query = projection === undefined ? '' : `?projection=${encodeURIComponent(projection)}`;
  const lines = await streamLocalServer(config().controlSocket, `/projections/verification${query}`, signal);
  if (lines) await output.text("Verifying the read models in the running server's memory");
  return lines;
}

/** The server's findings as rows, marked as such. @throws CommandFailed when it could not finish */
export async function* verifyInServer(
  lines: AsyncIterable<unknown>,
  onReplayed: (position: bigint) => void,
): AsyncGenerator<Row, void> {
  for await (const line of lines) {
    const row: Row = { ...(typeof line === 'object' && line), in: 'server' };
    const { kind, difference, ...rest } = row;
    if (kind === 'failed') {
      throw new CommandFailed(String(row.message), row.isDamage === true ? exitCodes.found : exitCodes.unreachable);
    }
    if (kind === 'replayed') onReplayed(BigInt(String(row.position)));
    else if (typeof difference === 'object') yield { ...rest, ...difference };
    else yield row;
  }
}
