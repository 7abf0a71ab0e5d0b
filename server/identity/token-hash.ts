import { hash } from 'node:crypto';

/** Replaces a token where it is only compared. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64');
