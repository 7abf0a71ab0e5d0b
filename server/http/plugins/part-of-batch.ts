import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CommandSequence, SequencePart } from '../../commands/command-sequence.ts';

const name = 'potluck-part-of-batch';
/** Known to this process only, so that no request from outside can claim to be a part of a batch. */
const secret = randomBytes(32).toString('base64url');
let last = 0;

interface BatchedCall extends SequencePart {
  /** Of the batch, in ms of `performance.now()`. */
  readonly deadline: number;
}

/** The calls that this process makes for batches, by the value of their header. */
const parts = new Map<string, BatchedCall>();

export interface BatchPart {
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when the call's command is queued. */
  readonly queued: Promise<void>;
  /** To be called when the call has its response. */
  end(): void;
}

/** Begins a call of a batch. @param deadline of the batch */
export function beginPart(sequence: CommandSequence, deadline: number): BatchPart {
  const value = `${secret}.${++last}`;
  const { promise: queued, resolve } = Promise.withResolvers<void>();
  parts.set(value, { sequence, deadline, queued: resolve });
  return { headers: { [name]: value }, queued, end: () => parts.delete(value) };
}

/** The part of a batch that a request is; undefined if it is none. */
export const partOfBatch = (headers: IncomingHttpHeaders): SequencePart | undefined => callOf(headers);

export const deadlineOfBatch = (headers: IncomingHttpHeaders): number | undefined => callOf(headers)?.deadline;

const callOf = (headers: IncomingHttpHeaders): BatchedCall | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? parts.get(value) : undefined;
};

/** Whether a request is a part of a batch, which was counted and admitted as a whole. */
export const isPartOfBatch = (headers: IncomingHttpHeaders): boolean => partOfBatch(headers) !== undefined;
