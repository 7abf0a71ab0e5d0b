import type { EmulatorEmail } from './emulator/messages.ts';

export interface Terminal {
  write(text: string): unknown;
  /** Whether a person reads it. Otherwise it is collected, as by a service manager, and secrets do not belong there. */
  readonly isTTY?: boolean | undefined;
}

/** Prints links for the person who runs Potluck. They have secret codes, so they are not logged. */
export const printEmail =
  (terminal: Terminal) =>
  ({ to, subject, link, file }: EmulatorEmail): void => {
    if (subject !== 'PASSWORD_RESET') return;
    const who = to.replace(/\p{C}/gu, '');
    const where = terminal.isTTY ? `Give them this link:\n${link}` : `The link for them is in ${file}`;
    terminal.write(`${who} asks for a new password. ${where}\n`);
  };
