import { expect, test } from 'vitest';
import { printEmail } from './print-email.ts';

const email = {
  to: 'mia@example.org',
  subject: 'PASSWORD_RESET',
  link: 'http://localhost:5000/reset-password#oobCode=secret',
  file: '/data/accounts/letters/1.txt',
};
const printed = (isTTY: boolean, sent = email) => {
  let text = '';
  printEmail({ isTTY, write: (part: string) => (text += part) })(sent);
  return text;
};

test('prints the link on a terminal', () => {
  expect(printed(true)).toBe(`mia@example.org asks for a new password. Give them this link:\n${email.link}\n`);
});

test('names the file of the link if the output is collected, without the secret', () => {
  expect(printed(false)).toBe(
    'mia@example.org asks for a new password. The link for them is in /data/accounts/letters/1.txt\n',
  );
});

test('prints no control characters of an address, and nothing for other emails', () => {
  expect(printed(false, { ...email, to: 'a\u001b[2J\n@b' })).toMatch(/^a\[2J@b asks/);
  expect(printed(true, { ...email, subject: 'VERIFY_EMAIL' })).toBe('');
});
