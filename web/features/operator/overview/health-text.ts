import { formatNumber } from '../format.ts';

const titles: Readonly<Record<string, string>> = {
  eventLog: 'Event log',
  log: 'Event log',
  readModels: 'Read models',
  identity: 'Identity',
  live: 'Sockets',
  projections: 'Projections',
};

/** "Read models" for `readModels` or `read-models`. */
export function partTitle(name: string): string {
  const words = name
    .replaceAll('-', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return titles[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const maxLength = 80;

/** A part's details in words: text as it is, and of an object the fields that are text or numbers. */
export function detailText(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (typeof detail === 'number') return formatNumber(detail);
  if (Array.isArray(detail)) return detail.length === 0 ? 'ready' : `ready, ${detail.length} in all`;
  if (typeof detail !== 'object' || detail === null) return 'ready';
  const fields = Object.entries(detail).flatMap(([name, value]) => {
    if (typeof value === 'number') return [`${partTitle(name).toLowerCase()} ${formatNumber(value)}`];
    return typeof value === 'string' ? [`${partTitle(name).toLowerCase()} ${value}`] : [];
  });
  const text = fields.join(', ');
  return text === '' ? 'ready' : text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
