import { notFound } from '../responses/errors.ts';

/** The part of an operation that calls of operators share: to all others, the address does not exist. */
export const forOperators = { tag: 'Operators', token: 'operator', errors: [notFound('role')] } as const;
