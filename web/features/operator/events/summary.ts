/** What an event says, in a few words. */
import type { Explanation } from '../../../../server/core/contracts/time-travel.ts';
import { formatNumber } from '../format.ts';

type Data = Readonly<Record<string, unknown>>;

/** Fields that name the thing that an event is about, the best first. */
const naming = ['name', 'title', 'username', 'content', 'role', 'what', 'text', 'position'];
const maxLength = 80;

/** "Bread, Butter" for added items, "Eggs: 4 → 6" for a change, otherwise the first field that names something. */
export function summaryOf(recorded: object): string {
  const data: Data = { ...recorded };
  const { title } = data;
  const text = (typeof title === 'string' ? title : undefined) ?? listed(data) ?? changed(data) ?? named(data) ?? '';
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

const maxNames = 3;

function listed(data: Data): string | undefined {
  const list = Object.values(data).find((value) => Array.isArray(value) && value.length > 0);
  if (!Array.isArray(list)) return undefined;
  const names = list.flatMap((element) => (isData(element) ? (named(element) ?? []) : []));
  if (names.length === 0) return undefined;
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames - 1).join(', ')} and ${more + 1} more` : names.join(', ');
}

function changed(data: Data): string | undefined {
  const { from, changes, to } = data;
  if (!isData(from)) return undefined;
  const after = isData(changes) ? changes : isData(to) ? to : data;
  const fields = Object.keys(from).filter(
    (field) => field in after && isPlain(after[field]) && from[field] !== after[field],
  );
  const words = fields.map((field) =>
    field === 'assignedTo' ? assignment(after[field]) : `${shown(from[field])} → ${shown(after[field])}`,
  );
  if (words.length === 0) return undefined;
  const { name } = data;
  return typeof name === 'string' && !fields.includes('name') ? `${name}: ${words.join(', ')}` : words.join(', ');
}

/** Who brings it is the id of a user, which says nothing to people. */
const assignment = (uid: unknown): string => (shown(uid) === '–' ? 'no longer assigned' : 'assigned');

const shown = (value: unknown): string => (value === undefined || value === null || value === '' ? '–' : String(value));

function named(data: Data): string | undefined {
  for (const field of naming) {
    const value = data[field];
    if (typeof value !== 'string' || value === '') continue;
    const amount = [data.amount, data.unit].filter((part) => typeof part === 'string' && part !== '').join(' ');
    return field === 'name' && amount !== '' ? `${value}, ${amount}` : value;
  }
  const inner = Object.values(data).find((value) => isData(value) && named(value) !== undefined);
  return isData(inner) ? named(inner) : undefined;
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => value === undefined || value === null || typeof value !== 'object';

/** By which checkpoint it was sealed, and with how many others. */
export function sealedText({ size, events }: NonNullable<Explanation['sealed']>): string {
  const others = events - 1;
  const withOthers = others === 0 ? '' : `, ${others === 1 ? '1 other' : `${formatNumber(others)} others`} with it`;
  return `Checkpoint of ${formatNumber(size)} events${withOthers}`;
}
