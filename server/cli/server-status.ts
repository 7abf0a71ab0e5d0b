import { callLocalServer } from './local-server.ts';

/** A projection, as the running server reports it. */
export interface ServerProjection {
  readonly name: string;
  readonly version: number;
  readonly state: string;
  readonly position: string | undefined;
  /** Of the last failure, also after a recovery. */
  readonly error: string | undefined;
}

/** From the server on this machine; undefined if none runs, or it runs no projections. */
export async function readServerStatus(socketPath: string): Promise<readonly ServerProjection[] | undefined> {
  const answer = await callLocalServer(socketPath, { method: 'GET', path: '/projections' });
  const projections = listOf(fieldsOf(answer?.body).items).flatMap(toProjection);
  return projections.length === 0 ? undefined : projections;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => ({ ...(typeof value === 'object' ? value : undefined) });
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function toProjection({ name, version, state, position, lastError }: Fields): ServerProjection[] {
  if (typeof name !== 'string' || typeof version !== 'number' || typeof state !== 'string') return [];
  return [{ name, version, state, position: textOf(position), error: textOf(fieldsOf(lastError).message) }];
}
