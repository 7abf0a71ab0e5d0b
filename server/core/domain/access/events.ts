/** An operator has read private data. `what` says which, `whose` is the user concerned, `why` is the operator's reason. */
export type AccessRecorded = { type: 'AccessRecorded'; data: { what: string; whose: string; why: string } };

/** The events of `audit-{uid}`: what the operator with this uid has read. */
export type AccessEvent = AccessRecorded;

export const accessCategory = 'audit';
