import { hash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Overloaded } from '../../../commands/stream-queue.ts';
import { limitConcurrency } from '../../../core/timing/limit-concurrency.ts';

/** Crockford's base32: digits and letters without I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 10;
const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`);

/**
 * A code of 50 bits, such as `7K3QP-X9D2M`. With a key, it is derived from the key and the command's id, so that a
 * repeated request gets the same code. Nobody else can derive it: only a hash of the key is recorded.
 * @param idempotencyKey of the request, if it has one
 */
export function newCode(commandId: string, idempotencyKey: string | undefined): string {
  const bytes =
    idempotencyKey === undefined
      ? randomBytes(codeLength)
      : hash('sha256', `invitation code ${commandId} ${idempotencyKey}`, 'buffer');
  const code = Array.from(bytes.subarray(0, codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return grouped(code);
}

const grouped = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Reads a code as people type it, in the form of `newCode`; undefined if it cannot be one. */
export function parseCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return codePattern.test(code) ? grouped(code) : undefined;
}

const deriveKey = promisify<string, string, number, Buffer>(scrypt);

/**
 * The hash by which an invitation is recorded and found. Slow, some 50 ms of a thread: with a fast hash, all codes could be
 * tried against a copy of the log. The salt is the same for all codes, because invitations are found by the hash. Uses half
 * of the threads that Node shares among such work, so that other work, such as reading a picture, never waits for many
 * hashes. The last of 200 waiting calls waits for about 5 s.
 * @throws Overloaded
 */
export const hashOfCode = limitConcurrency(
  async (code: string): Promise<string> => (await deriveKey(code, 'potluck invitation', 16)).toString('base64url'),
  { maxConcurrent: 2, maxWaiting: 200, overloaded: () => new Overloaded() },
);
