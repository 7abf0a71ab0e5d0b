import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const name = 'potluck-part-of-batch';
/** Known to this process only, so that no request from outside can claim to be a part of a batch. */
const secret = randomBytes(32).toString('base64url');

/** The header of a call that this process makes for a batch. */
export const partOfBatch = (): Record<string, string> => ({ [name]: secret });

/** Whether a request is a part of a batch, which was counted and admitted as a whole. */
export const isPartOfBatch = (headers: IncomingHttpHeaders): boolean => headers[name] === secret;
