const codeLength = 10;

/**
 * The ten characters of a code as people type or paste it, also as part of its link; undefined if it cannot be one. The
 * server reads letters that look like digits as these digits.
 */
export function parseTypedCode(typed: string): string | undefined {
  const fromLink = /\/join\/([^/?#\s]+)/.exec(typed)?.[1];
  const code = (fromLink ?? typed).replaceAll(/[\s-]/g, '').toUpperCase();
  return code.length === codeLength && /^[0-9A-Z]+$/.test(code) ? code : undefined;
}

/** "7KQ4M 2X9DP": people read and type groups of five more reliably. */
export const codeGroups = (code: string): string[] => code.match(/[0-9A-Z]{5}/g) ?? [];

/** The link that opens the invitation. @param origin of this page */
export const invitationLink = (origin: string, code: string): string => `${origin}/join/${codeGroups(code).join('')}`;
