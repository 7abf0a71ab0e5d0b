import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

/** `potluck audit …`: what the log can answer. */
export function addAuditCommands(program: Command, _context: CommandContext): void {
  program.command('audit').description('what happened, who did it, and why');
}
