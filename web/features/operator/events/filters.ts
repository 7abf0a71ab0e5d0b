/** The filters of the events page, which are in its address. */

export const filterNames = ['stream', 'actor', 'type', 'since', 'until', 'correlation', 'command'] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** What the call looks for: the filters, and a type that is left out. */
export type Search = Filters & { readonly without?: string };

const accessType = 'AccessRecorded';
/** With these, the accesses are asked for, too. */
const naming = ['type', 'correlation', 'command'] as const;

/**
 * Whether accesses are left out unless the operator wants them: each look at private data records more of them, so that they
 * would hide all else.
 */
export const hidesAccesses = (filters: Filters): boolean =>
  naming.every((name) => filters[name] === undefined) && !filters.stream?.startsWith('audit-');

export const showsAccesses = (address: URLSearchParams): boolean => address.get('accesses') === 'shown';

export function searchIn(address: URLSearchParams): Search {
  const filters = filtersIn(address);
  return hidesAccesses(filters) && !showsAccesses(address) ? { ...filters, without: accessType } : filters;
}

/** The address with accesses shown or left out. */
export function withAccesses(address: URLSearchParams, isShown: boolean): URLSearchParams {
  const next = new URLSearchParams(address);
  if (isShown) next.set('accesses', 'shown');
  else next.delete('accesses');
  return next;
}

export function filtersIn(address: URLSearchParams): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = address.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** The address with a changed filter. The chosen event stays. */
export function withFilter(address: URLSearchParams, changes: Filters | Partial<Record<FilterName, undefined>>) {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value.trim() === '') next.delete(name);
    else next.set(name, value.trim());
  }
  return next;
}

/** The query of the call. @throws never: what the server refuses, it explains */
export const queryOf = (why: string, search: Search): URLSearchParams => new URLSearchParams({ why, ...search });

/** The address of the events page with these filters and, if given, a chosen event. */
export function eventsAddress(filters: Filters, position?: string): string {
  const query = new URLSearchParams({ ...filters, ...(position !== undefined && { event: position }) });
  return `/operator/events?${query}`;
}
