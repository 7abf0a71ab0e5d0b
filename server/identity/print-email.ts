import type { EmulatorEmail } from './emulator/messages.ts';

/** Prints links for the person who runs Potluck, on their terminal. They have secret codes, so they are not logged. */
export const printEmail =
  (print: (text: string) => void) =>
  ({ to, subject, link }: EmulatorEmail): void => {
    if (subject === 'PASSWORD_RESET') print(`${to} asks for a new password. Give them this link:\n${link}\n`);
  };
