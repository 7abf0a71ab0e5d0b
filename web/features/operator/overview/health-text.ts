import { capitalise } from '../../../lib/capitalise.ts';
import { formatNumber } from '../format.ts';

const titles: Readonly<Record<string, string>> = {
  'live updates': 'Sockets',
  start: 'Start-up',
};

/** "Event log" for `event log`. */
export const partTitle = (name: string): string => titles[name] ?? capitalise(name);

/** "no answer" for `NO_ANSWER`. */
export const reasonText = (reason: string): string => reason.toLowerCase().replaceAll('_', ' ');

/** What a part says about itself, in words; "ready" if it says nothing. */
export function detailText(detail: unknown): string {
  if (Array.isArray(detail)) return statesText(detail);
  if (typeof detail !== 'object' || detail === null) return 'ready';
  const { head, connections, building }: { head?: unknown; connections?: unknown; building?: unknown } = detail;
  if (typeof head === 'string') return `ends at ${formatNumber(head)}`;
  if (typeof connections === 'number') return `${formatNumber(connections)} open`;
  if (Array.isArray(building)) return `building ${building.join(', ')}`;
  return 'ready';
}

/** Each process keeps it for itself, so that it is not in the table of projections. */
const searchIndex = 'recipe-index';

/** "8 live, 1 paused; recipe search live". */
function statesText(projections: readonly { name?: unknown; state?: unknown }[]): string {
  const counts = new Map<string, number>();
  let search = '';
  for (const { name, state } of projections) {
    const text = String(state).replace('-', ' ');
    if (name === searchIndex) search = `recipe search ${text}`;
    else counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const states = [...counts].map(([text, count]) => `${count} ${text}`).join(', ');
  return [states, search].filter((text) => text !== '').join('; ') || 'ready';
}
