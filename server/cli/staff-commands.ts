import { type Command, InvalidArgumentError } from 'commander';
import { findEvents } from '../audit/index/find-events.ts';
import { contextWithoutRequest } from '../commands/context-without-request.ts';
import { createCommandHandler } from '../commands/handle-command.ts';
import { upcast } from '../core/domain/event-versions.ts';
import { staff } from '../core/domain/staff/decider.ts';
import { machine, type StaffRole, staffCategory, staffRoles } from '../core/domain/staff/events.ts';
import { staffEvents } from '../core/domain/staff/upcast.ts';
import type { CommandContext } from './command-context.ts';
import { bodyOf, callLocalServer } from './local-server.ts';
import { openIndex } from './open-index.ts';
import type { Column, Row } from './output.ts';
import { uidOf } from './uid-of.ts';

/** `potluck staff …`: who may use the calls and pages for operators. */
export function addStaffCommands(program: Command, context: CommandContext): void {
  const group = program.command('staff').description('who has which role');
  const change = (type: 'GrantRole' | 'RevokeRole') => async (role: StaffRole, who: string) => {
    const uid = await uidOf(context, who);
    await changeRole(context, { type, role, by: machine }, uid);
    await context.output.text(`${who} ${type === 'GrantRole' ? 'is' : 'is not'} ${role} now.`);
  };
  group
    .command('grant')
    .description('give a user a role, in effect at once')
    .argument('<role>', staffRoles.join(' or '), parseRole)
    .argument('<user>', 'the email of their account, or their user id')
    .action(change('GrantRole'));
  group
    .command('revoke')
    .description('take a role from a user, in effect at once')
    .argument('<role>', staffRoles.join(' or '), parseRole)
    .argument('<user>', 'the email of their account, or their user id')
    .action(change('RevokeRole'));
  group
    .command('list')
    .description('list who has which role, since when and from whom')
    .action(() => printStaff(context));
}

function parseRole(text: string): StaffRole {
  const role = staffRoles.find((one) => one === text);
  if (!role) throw new InvalidArgumentError(`The roles are ${staffRoles.join(' and ')}.`);
  return role;
}

/** A server that has the embedded log open executes the command; otherwise this process does. */
async function changeRole(context: CommandContext, command: Parameters<typeof staff.decide>[0], uid: string) {
  const answer = await callLocalServer(context.config().controlSocket, {
    method: command.type === 'GrantRole' ? 'PUT' : 'DELETE',
    path: `/staff/${uid}/roles/${command.role}`,
  });
  if (answer) {
    bodyOf(answer);
    return;
  }
  const handler = createCommandHandler(await context.openLog());
  await handler.handle(staff, uid, command, contextWithoutRequest(machine), () => undefined);
}

const columns: readonly Column[] = [
  { key: 'uid', title: 'User', width: 28 },
  { key: 'role', title: 'Role', width: 10 },
  { key: 'since', title: 'Since', width: 24 },
  { key: 'by', title: 'By', width: 28 },
];

async function printStaff(context: CommandContext): Promise<void> {
  const log = await context.openLogForReading();
  using index = await openIndex(context, log);
  const rows = new Map<string, Row>();
  const query = { types: Object.keys(staffEvents), direction: 'forwards', limit: Number.MAX_SAFE_INTEGER } as const;
  for await (const recorded of findEvents(log, index, query)) {
    const { type, data, stream, meta } = upcast(staffEvents, recorded);
    const uid = stream.slice(staffCategory.length + 1);
    const key = `${uid} ${data.role}`;
    if (type === 'RoleGranted') rows.set(key, { uid, role: data.role, since: meta.at, by: data.by });
    else rows.delete(key);
  }
  const count = await context.output.rows(columns, rows.values());
  if (count === 0)
    await context.output.text('Nobody has a role: give one by npm run potluck -- staff grant operator EMAIL');
}
