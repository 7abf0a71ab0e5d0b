import type { Command } from 'commander';
import { presentBlame, presentExplanation, presentFieldChange, presentState } from '../audit/presenters.ts';
import { sealFolder } from '../audit/seals/seal-folder.ts';
import { sealingOf } from '../audit/seals/sealing.ts';
import { extentOf } from '../audit/time-travel/extent.ts';
import type { Point } from '../audit/time-travel/replay.ts';
import { blame, diff, stateAt } from '../audit/time-travel/time-travel.ts';
import { type Explanation, explain } from '../audit/why.ts';
import type { CommandContext } from './command-context.ts';
import { eventColumns, eventJson, eventRow } from './event-output.ts';
import { CommandFailed } from './exit.ts';
import { openIndex } from './open-index.ts';
import type { Column, Output } from './output.ts';
import { parsePoint, parsePosition } from './parse.ts';

/** `potluck audit state`, `diff`, `blame` and `why`. */
export function addTimeTravelCommands(audit: Command, context: CommandContext): void {
  audit
    .command('state')
    .description('show the documents of a stream as they were, in the shape of the API')
    .argument('<stream>', 'such as groceryList-ID')
    .option('--at <point>', 'a position of the log or a time; default: now', parsePoint)
    .action((stream: string, { at }: { at?: Point }) => printState(context, stream, at));
  audit
    .command('diff')
    .description('list what changed in the documents of a stream, and who changed it last')
    .argument('<stream>')
    .requiredOption('--from <point>', 'a position of the log or a time', parsePoint)
    .option('--to <point>', 'a position of the log or a time; default: now', parsePoint)
    .action((stream: string, { from, to }: { from: Point; to?: Point }) => printDiff(context, stream, from, to));
  audit
    .command('blame')
    .description('list who set each field of the documents of a stream last')
    .argument('<stream>')
    .action((stream: string) => printBlame(context, stream));
  audit
    .command('why')
    .description('show the request and the command of an event, and what followed')
    .argument('<position>', 'of the event', parsePosition)
    .action((position: bigint) => printExplanation(context, position));
}

async function printState(context: CommandContext, stream: string, at: Point | undefined): Promise<void> {
  const log = await context.openLogForReading();
  const state = await stateAt(log, stream, at);
  const extent = await extentOf(log, stream);
  if (extent) await context.output.value(presentState(extent, state, await sealing(context, state.last.position)));
}

const sealing = (context: CommandContext, position: bigint) =>
  sealingOf(sealFolder(context.config().seals.folder), position);

/** The end of a path tells the field: it begins with the ids of the list and the item. */
const fieldColumn: Column = { key: 'path', title: 'Field', width: 60, cut: 'start' };

/** The event that set or removed the field. */
const causeColumns: readonly Column[] = [
  { key: 'at', title: 'At', width: 24 },
  { key: 'actor', title: 'Actor', width: 28 },
  { key: 'type', title: 'Type', width: 24 },
  { key: 'position', title: 'Position', width: 10 },
];

const diffColumns: readonly Column[] = [
  fieldColumn,
  { key: 'from', title: 'From', width: 30 },
  { key: 'to', title: 'To', width: 30 },
  ...causeColumns,
];

async function printDiff(context: CommandContext, stream: string, from: Point, to: Point | undefined): Promise<void> {
  const log = await context.openLogForReading();
  const { items } = await diff(log, stream, from, to);
  const count = await context.output.rows(diffColumns, items.map(presentFieldChange));
  if (count === 0) await context.output.text('No difference.');
}

const blameColumns: readonly Column[] = [
  fieldColumn,
  { key: 'from', title: 'From', width: 20 },
  { key: 'value', title: 'Value', width: 30 },
  ...causeColumns,
];

async function printBlame(context: CommandContext, stream: string): Promise<void> {
  const log = await context.openLogForReading();
  const fields = await blame(log, stream);
  await context.output.rows(blameColumns, fields.map(presentBlame));
}

async function printExplanation(context: CommandContext, position: bigint): Promise<void> {
  const { output } = context;
  const log = await context.openLogForReading();
  using index = await openIndex(context, log);
  const explanation = await explain(log, index, position);
  if (!explanation) throw new CommandFailed(`The log has no event at position ${position}`);
  const sealed = await sealing(context, position);
  if (output.isJson) {
    await output.value(presentExplanation(explanation, sealed));
    return;
  }
  const { event, ofCommand, ofRequest, readModels, documents, messages, problem } = explanation;
  const { actor, at, commandId, correlationId } = event.meta;
  await output.value(eventJson(event));
  await output.text(`\n${actor} caused it at ${at}: command ${commandId} of request ${correlationId}.`);
  await output.text(`Read models that fold it: ${readModels.join(', ') || 'none'}.`);
  if (problem === undefined) await printEffects(output, documents, messages);
  else await output.text(`What it changed is not known. ${problem}`);
  await output.text(
    sealed
      ? `Sealed by the checkpoint of ${sealed.checkpoint.size} events, with ${sealed.events - 1} others.`
      : 'Not sealed yet.',
  );
  const others = [...ofCommand, ...ofRequest];
  await output.text(others.length === 0 ? 'The request caused nothing else.' : '\nThe request also caused:');
  await output.rows(eventColumns, others.map(eventRow));
}

async function printEffects(
  output: Output,
  documents: Explanation['documents'],
  messages: Explanation['messages'],
): Promise<void> {
  await output.text(`Documents that it changed: ${documents.join(', ') || 'none of its stream'}.`);
  const pushed = messages.map(({ kind, to }) => `${kind} to ${to}`);
  await output.text(`Messages to live browsers: ${pushed.join(', ') || 'none'}.`);
}
