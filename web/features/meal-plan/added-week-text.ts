import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import type { AddedWeek } from './add-week-ingredients.ts';

const maxTitles = 6;

/** What was added to the list, what the meals had brought before, and what was left out. */
export function addedWeekText(added: AddedWeek): string {
  const { withdrawn, unknown } = added;
  return [
    countText(added),
    withdrawn.length > 0 && `Not there any more: ${listNames(withdrawn, maxTitles)}.`,
    unknown.length > 0 && `Add it again with a connection, for ${listNames(unknown, maxTitles)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function countText({ total, addition, withdrawn, unknown }: AddedWeek): string {
  if (total === 0) return withdrawn.length + unknown.length > 0 ? '' : 'These recipes need no ingredients.';
  if (addition.kind === 'waiting') {
    return `${formatCount(total, 'ingredient')} will be added with the next connection, except what was added before.`;
  }
  const { count = total } = addition;
  if (count === 0) return total === 1 ? 'It was added before.' : `All ${total} were added before.`;
  const success = 'Ingredients added to grocery list successfully!';
  const rest = total - count;
  if (rest === 0) return success;
  return `${success} ${count} added, ${rest} ${rest === 1 ? 'was' : 'were'} added before.`;
}
