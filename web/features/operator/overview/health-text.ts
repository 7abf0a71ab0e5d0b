import { formatNumber } from '../format.ts';

const titles: Readonly<Record<string, string>> = {
  'live updates': 'Sockets',
  start: 'Start-up',
};

/** "Event log" for `event log`. */
export const partTitle = (name: string): string => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

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

/** "8 live, 1 paused". */
function statesText(projections: readonly { state?: unknown }[]): string {
  const counts = new Map<string, number>();
  for (const { state } of projections) {
    const name = String(state).replace('-', ' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts.size === 0 ? 'ready' : [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}
