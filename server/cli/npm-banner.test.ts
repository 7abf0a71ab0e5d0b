import { Command } from 'commander';
import { expect, test } from 'vitest';
import { bannerWarning, beginsWithBanner } from './npm-banner.ts';

const byNpm = { npm_lifecycle_event: 'potluck', npm_config_loglevel: 'notice' };

async function warningOf(args: string[], env: NodeJS.ProcessEnv, isTerminal = false): Promise<string | undefined> {
  let warning: string | undefined;
  const program = new Command('potluck').option('--json');
  program.hook('preAction', (_, command) => {
    warning = bannerWarning(command, { env, isTerminal });
  });
  program.command('events').action(() => undefined);
  program
    .command('prove')
    .argument('[position]')
    .action(() => undefined);
  program
    .command('export')
    .argument('<file>')
    .action(() => undefined);
  await program.parseAsync(args, { from: 'user' });
  return warning;
}

test.each([
  ['prove', '4711'],
  ['--json', 'events'],
  ['export', '-'],
])('warns of the lines of npm before %s %s', async (...args) => {
  expect(await warningOf(args, byNpm)).toContain('npm run --silent potluck');
});

test('warns nobody without such lines, on a terminal, or about a table', async () => {
  expect(await warningOf(['prove', '1'], { ...byNpm, npm_config_loglevel: 'silent' })).toBeUndefined();
  expect(await warningOf(['prove', '1'], {})).toBeUndefined();
  expect(await warningOf(['prove', '1'], byNpm, true)).toBeUndefined();
  expect(await warningOf(['events'], byNpm)).toBeUndefined();
  expect(await warningOf(['export', 'log.ndjson'], byNpm)).toBeUndefined();
});

test('recognizes the lines of npm', () => {
  expect(beginsWithBanner('\n> potluck@0.1.0 potluck\n> node server/potluck.ts audit checkpoint\n\n')).toBe(true);
  expect(beginsWithBanner('potluck.example/log\n4711\n')).toBe(false);
});
