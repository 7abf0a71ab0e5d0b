import { callLocalServer } from './local-server.ts';

/** A projection, as the running server reports it. */
export interface ServerProjection {
  readonly name: string;
  readonly version: number;
  readonly state: string;
  readonly position: bigint | undefined;
  /** Of the last failure, also after a recovery. */
  readonly error: string | undefined;
  /** Of the event that could not be folded. */
  readonly errorAt: bigint | undefined;
}

/** The progress of a rebuild. */
export interface ServerRebuild {
  readonly generation: string;
  readonly position: string | undefined;
  readonly target: string | undefined;
  /** When this server began or resumed it, and where that was. */
  readonly since: string | undefined;
  readonly from: string | undefined;
}

export interface ServerStatus {
  readonly projections: readonly ServerProjection[];
  readonly rebuilds: readonly ServerRebuild[];
}

/** From the server on this machine; undefined if none runs, or it runs no projections. */
export async function readServerStatus(socketPath: string): Promise<ServerStatus | undefined> {
  const answer = await callLocalServer(socketPath, { method: 'GET', path: '/projections' });
  const { items, rebuilds } = fieldsOf(answer?.body);
  const projections = listOf(items).flatMap(toProjection);
  return projections.length === 0 ? undefined : { projections, rebuilds: listOf(rebuilds).flatMap(toRebuild) };
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => ({ ...(typeof value === 'object' ? value : undefined) });
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const positionOf = (value: unknown): bigint | undefined => (typeof value === 'string' ? BigInt(value) : undefined);

function toProjection({ name, version, state, position, lastError }: Fields): ServerProjection[] {
  if (typeof name !== 'string' || typeof version !== 'number' || typeof state !== 'string') return [];
  const failure = fieldsOf(lastError);
  const [error, errorAt] = [textOf(failure.message), positionOf(failure.position)];
  return [{ name, version, state, position: positionOf(position), error, errorAt }];
}

function toRebuild({ generation, progress }: Fields): ServerRebuild[] {
  if (typeof generation !== 'string') return [];
  const { position, target, since, from } = fieldsOf(progress);
  const known = { position: textOf(position), target: textOf(target), since: textOf(since), from: textOf(from) };
  return [{ generation, ...known }];
}
