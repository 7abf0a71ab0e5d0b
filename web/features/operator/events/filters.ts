/** The filters of the events page, which are in its address. */

export const filterNames = ['stream', 'actor', 'type', 'since', 'until', 'correlation', 'command'] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

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
export const queryOf = (why: string, filters: Filters): URLSearchParams => new URLSearchParams({ why, ...filters });

/** The address of the events page with these filters and, if given, a chosen event. */
export function eventsAddress(filters: Filters, position?: string): string {
  const query = new URLSearchParams({ ...filters, ...(position !== undefined && { event: position }) });
  return `/operator/events?${query}`;
}
